/** How to play, on two screens or one sheet of paper: pictures, and as few words as will do. */
import type { ComponentChildren, VNode } from "preact";
import * as art from "../art";
import { face, MissionPic, Sign, TilePic } from "../parts/pieces";
import { contents, rulebook } from "../store/content";
import { fullLocationName, locationName } from "../words/things";
import { t } from "../words/words";

/** A place in play: a folder that is closed, one of which one knows who is in it, and the reward. */
const SCENE = {
  location: "casino",
  character: "hans_r",
  reward: "zsa_zsa_gabor",
};

export function HowTo() {
  const helps = rulebook.value?.helps;
  const base = [...contents().tiles.values()].filter(({ module }) => module === "base");
  const signs = art.SYMBOLS.filter((symbol) => base.some(({ symbols }) => symbols?.includes(symbol)));
  const places = [...contents().locations.values()].filter(({ module }) => module === "base");
  return (
    <main class="plain waves">
      <div class="dossier wide howto">
        <p class="way">
          <a href="/">← Estoril</a>
        </p>
        <h1>{t("web.howto")}</h1>
        <p class="lead">{t("web.howto.lead")}</p>
        <div class="parts">
          <Part name="tile" picture={<TilePic id="elizabeth" px={150} owner="red" />} />
          <Part name="place" picture={<Scene />} />
          <Part name="resolve">
            <ul class="signs">
              {signs.map((symbol) => (
                <li key={symbol}>
                  <Sign symbol={symbol} px={30} />
                  <span>
                    <strong>{t(`symbol.${symbol}`)}.</strong> {helps?.symbols[symbol]?.text}
                  </span>
                </li>
              ))}
            </ul>
          </Part>
          <Part name="win" picture={<TilePic id={SCENE.reward} px={120} />} />
          <Part
            name="score"
            picture={
              <>
                {["women", "portuguese", "seducers"].map((id) => (
                  <MissionPic key={id} id={id} px={52} />
                ))}
                <span class="pic medal">{art.medal(3)}</span>
              </>
            }
          />
          <section>
            <h2>{t("web.howto.places")}</h2>
            <ul class="places">
              {places.map(({ id }) => (
                <li key={id}>
                  <strong>{fullLocationName(id)}.</strong> {helps?.locations[id]?.text}
                </li>
              ))}
            </ul>
          </section>
        </div>
        <div class="buttons way">
          <a class="btn" href="/learn">
            {t("web.learn")}
          </a>
          <button type="button" class="btn alt" data-do="print" onClick={() => print()}>
            {t("web.howto.print")}
          </button>
          <a class="btn alt" href="/rules">
            {t("web.rules")}
          </a>
        </div>
      </div>
    </main>
  );
}

const Part = ({ name, picture, children }: { name: string; picture?: VNode; children?: ComponentChildren }) => (
  <section>
    <h2>{t(`web.howto.${name}`)}</h2>
    {picture && (
      <div class="picture" aria-hidden="true">
        {picture}
      </div>
    )}
    <p>{t(`web.howto.${name}.about`)}</p>
    {children}
  </section>
);

function Scene() {
  const { clockwise, secret, peek, traits, number } = contents().location(SCENE.location);
  return (
    <span class="pic scene">
      {art.board({
        location: SCENE.location,
        title: locationName(SCENE.location),
        number: number ?? null,
        quarter: 0,
        marks: { clockwise, secret, peek, traits: traits as art.Traits },
        cells: {
          R: art.tile(face(SCENE.reward), { size: "L" }),
          I: art.folder({ size: "L", markers: ["blue"] }),
          II: art.folder({ size: "L", known: face(SCENE.character), markers: ["red"] }),
        },
      })}
    </span>
  );
}
