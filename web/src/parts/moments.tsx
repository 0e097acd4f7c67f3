/** The moments that decided a game, each with a way to see it again. */
import { scene } from "../art";
import type * as wire from "../net/wire";
import type { Teller } from "../words/teller";
import { fullLocationName } from "../words/things";
import { listed, signed, t } from "../words/words";
import { FolderPic } from "./pieces";

/** What a moment changed, from the one who gained most on: "Ana +6, Bruno −2". */
function gains({ before, after }: wire.Moment, teller: Teller): string {
  return after
    .map((now, seat) => ({ seat, gain: now - (before[seat] ?? 0) }))
    .filter(({ gain }) => gain !== 0)
    .sort((a, b) => b.gain - a.gain)
    .map(({ seat, gain }) => `${teller.player(seat)} ${signed(gain)}`)
    .join(", ");
}

/** Who takes the lead by it, if somebody does. */
function lead({ led, leads }: wire.Moment, teller: Teller): string {
  if (String(led) === String(leads)) return "";
  const players = listed(leads.map(teller.player));
  return leads.length > 1 ? t("web.moment.level", { players }) : t("web.moment.lead", { player: players });
}

const titleOf = ({ round, location }: wire.Moment): string =>
  location
    ? t("web.moment.location", { round, location: fullLocationName(location) })
    : t("web.moment.discards", { round });

export function Moments({
  moments,
  teller,
  link,
}: {
  moments: readonly wire.Moment[];
  teller: Teller;
  link: (move: number) => string;
}) {
  return (
    <section class="moments" aria-labelledby="moments">
      <h3 id="moments">{t("web.moments")}</h3>
      <ol>
        {moments.map((one) => (
          <li key={`${one.move}.${one.location}`}>
            {/* from the position before it, so that it can be seen to happen */}
            <a href={link(Math.max(0, one.move - 1))}>
              <span class="scene" aria-hidden="true">
                {one.location ? scene(one.location) : <FolderPic px={44} />}
              </span>
              <span>
                <b>{titleOf(one)}</b>
                {one.told && <span>{teller.say(one.told)}</span>}
                <em>{[gains(one, teller), lead(one, teller)].filter(Boolean).join(" · ")}</em>
              </span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}
