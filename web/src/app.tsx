/** Chooses the screen. */
import type { ComponentChildren } from "preact";
import { definitions } from "./art";
import * as api from "./net/api";
import type * as wire from "./net/wire";
import { later, styled } from "./parts/later";
import { Sure } from "./parts/sure";
import { route } from "./router";
import { Home } from "./screens/home";
import { Arriving } from "./screens/seated";
import { t } from "./words/words";

const between = async () => {
  const screens = await import("./screens/between");
  await styled(screens.style);
  return screens;
};
const Games = later(async () => (await between()).Games);
const HowTo = later(async () => (await between()).HowTo);
const Learn = later(async () => (await between()).Learn);
const Puzzles = later(async () => (await between()).Puzzles);
const Puzzle = later(async () => (await between()).Puzzle);
const Replay = later(async () => (await between()).Replay);
const Review = later(async () => {
  const { Review, style } = await import("./screens/review");
  await styled(style);
  return Review;
});
const Strong = later(async () => {
  const { Strong, style } = await import("./screens/strong");
  await styled(style);
  return Strong;
});
const Rules = later(async () => (await between()).Rules);

export const App = ({ about }: { about: wire.About }) => (
  <>
    {definitions()}
    <Screen about={about} />
    <Sure />
    <Lost />
  </>
);

function Screen({ about }: { about: wire.About }) {
  const now = route.value;
  switch (now.screen) {
    case "table":
      return (
        <Arriving
          key={`${now.table} ${now.carried}`}
          table={now.table}
          invitation={now.invitation}
          wanted={now.seat}
          carried={now.carried}
          about={about}
        />
      );
    case "replay":
      return <Replay key={now.table} table={now.table} asked={now} />;
    case "review":
      return <Review key={now.table} table={now.table} />;
    case "rules":
      return (
        <Page title={t("web.rules")}>
          <Rules rule={now.rule} />
        </Page>
      );
    case "learn":
      return <Learn />;
    case "howto":
      return <HowTo />;
    case "credits":
      return (
        <Page title={t("web.credits")}>
          <p>{t("web.credits.about")}</p>
          <p>{t("web.credits.fonts")}</p>
          <p>
            <a href="/assets/licences.txt">{t("web.credits.licences")}</a>
          </p>
        </Page>
      );
    case "games":
      return (
        <Page title={t("web.games")}>
          <Games about={about} />
        </Page>
      );
    case "puzzles":
      return (
        <Page title={t("web.puzzles")}>
          <Puzzles />
        </Page>
      );
    case "puzzle":
      return <Puzzle key={now.puzzle} id={now.puzzle} />;
    case "strong":
      return (
        <Page title={t("web.strong")}>
          <Strong />
        </Page>
      );
    case "unknown":
      return (
        <Page title={t("web.unknown")}>
          <p>{t("web.unknown.about")}</p>
          <p class="buttons">
            <a class="btn" href="/">
              {t("web.head.home")}
            </a>
          </p>
        </Page>
      );
    case "home":
      return <Home about={about} />;
  }
}

const Page = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <main class="plain waves">
    <div class="dossier wide">
      <p>
        <a href="/">← Estoril</a>
      </p>
      <h1>{title}</h1>
      {children}
    </div>
  </main>
);

/** Says so where the server cannot be reached, and what there is without it; tables say it themselves. */
function Lost() {
  if (!api.lost.value || ["table", "replay"].includes(route.value.screen)) return null;
  return (
    <div class="lost" role="status">
      <p>
        <b>{t("web.lost")}</b> {t("web.lost.about")}
      </p>
      {route.value.screen !== "games" && <a href="/games">{t("web.games")}</a>}
      <button type="button" class="btn dark" onClick={() => void api.about().catch(() => null)}>
        {t("web.lost.again")}
      </button>
    </div>
  );
}
