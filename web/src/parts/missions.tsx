/** The missions with how everybody stands. */
import type * as wire from "../net/wire";
import { contents } from "../store/content";
import type { TableStore } from "../store/table";
import { listed, t } from "../words/words";
import { Flag, Mark, Sign, Woman } from "./pieces";
import { explain } from "./tip";

export function MissionSign({ mission, px = 34 }: { mission: wire.Mission; px?: number }) {
  const symbols = mission.symbols ?? [];
  const flags = mission.flags ?? [];
  if (flags.length > 1) return <span class="flags">{flags.slice(0, 6).map((code) => <Flag key={code} code={code} px={px / 2 - 1} />)}</span>;
  if (flags[0]) return <Flag code={flags[0]} px={px} />;
  if (symbols.length > 1) return <span class="flags">{symbols.map((s) => <Sign key={s} symbol={s} px={px / 2} />)}</span>;
  if (symbols[0]) return <Sign symbol={symbols[0]} px={px} />;
  if (mission.kind === "most_women") return <span class="glyph pale"><Woman px={px * 0.66} /></span>;
  const text = { highest_strength: "5", fewest_discards: "−", most_starting: "★" }[mission.kind] ?? "?";
  return <span class={`glyph ${mission.kind}`}>{text}</span>;
}

export function Missions({ store }: { store: TableStore }) {
  const view = store.shown.value;
  if (!view) return null;
  const teller = store.teller.value;
  const agenda = store.seat.value === null ? null : view.players[store.seat.value]?.agenda;
  return (
    <section class="panel missions" aria-labelledby="missions">
      <h2 id="missions">{t("web.missions")}</h2>
      <ul>
        {view.missions.map((one) => (
          <li key={one.index}>
            {one.mission === null ? (
              <HiddenMission known={one.known_by.map(teller.player)} />
            ) : (
              <>
                <button type="button" class="ic" aria-label={contents().mission(one.mission).name} {...explain(() => ({ kind: "mission", id: one.mission ?? "" }))}>
                  <MissionSign mission={contents().mission(one.mission)} />
                </button>
                <span class="mt">{contents().mission(one.mission).name}</span>
                <span class="bars">
                  {one.counts.map((count, seat) => (
                    <span key={seat} class={one.leaders.includes(seat) ? "lead" : ""} role="img"
                      aria-label={t(one.leaders.includes(seat) ? "web.mission.leads" : "web.mission.has", { player: teller.player(seat), count })}>
                      <Mark colour={view.players[seat]?.colour ?? "red"} px={15} />{count}
                    </span>
                  ))}
                </span>
              </>
            )}
          </li>
        ))}
        {agenda && (
          <li class="agenda">
            <button type="button" class="ic" aria-label={contents().mission(agenda).name} {...explain(() => ({ kind: "mission", id: agenda }))}><MissionSign mission={contents().mission(agenda)} /></button>
            <span class="mt">{t("web.agenda", { mission: contents().mission(agenda).name })}</span>
          </li>
        )}
      </ul>
    </section>
  );
}

const HiddenMission = ({ known }: { known: string[] }) => (
  <>
    <span class="ic glyph hidden">?</span>
    <span class="mt">{t("web.mission.hidden")}</span>
    <span class="bars">{t("web.mission.known", { players: listed(known) })}</span>
  </>
);
