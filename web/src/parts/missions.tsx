/** The missions with how everybody stands. */
import type { PositionStore } from "../store/positions";
import { missionName } from "../words/things";
import { listed, t } from "../words/words";
import { Icon } from "./icon";
import { Mark, MissionPic } from "./pieces";
import { explain } from "./tip";

export function Missions({ store, inert = false }: { store: PositionStore; inert?: boolean }) {
  const view = store.shown.value;
  if (!view) return null;
  const teller = store.teller.value;
  const shared = store.info.value?.options.variants?.includes("mission_scoring");
  const agendas = view.players.flatMap(({ seat, agenda }) => (agenda ? [{ seat, agenda }] : []));
  return (
    <section class={`panel missions${view.over ? " told" : ""}`} aria-labelledby="missions" inert={inert}>
      <h2 id="missions">{t(shared ? "web.missions.mission_scoring" : "web.missions")}</h2>
      <ul>
        {view.missions.map((one) => (
          <li key={one.index}>
            {one.mission === null ? (
              <HiddenMission
                known={listed(one.known_by.map(teller.player))}
                colours={one.known_by.map((seat) => view.players[seat]?.colour ?? "red")}
              />
            ) : (
              <>
                <button
                  type="button"
                  class="ic"
                  aria-label={missionName(one.mission)}
                  {...explain(() => ({ kind: "mission", id: one.mission ?? "" }))}
                >
                  <MissionPic id={one.mission} />
                </button>
                <span class="mt">{missionName(one.mission)}</span>
                <span class="bars">
                  {one.counts.map((count, seat) => (
                    <span
                      key={seat}
                      class={one.leaders.includes(seat) ? "lead" : ""}
                      role="img"
                      aria-label={t(standing(one.leaders, seat), { player: teller.player(seat), count })}
                    >
                      <Mark colour={view.players[seat]?.colour ?? "red"} px={15} />
                      {count}
                    </span>
                  ))}
                </span>
              </>
            )}
          </li>
        ))}
        {agendas.map(({ seat, agenda }) => (
          <li key={`agenda${seat}`} class="agenda">
            <button
              type="button"
              class="ic"
              aria-label={missionName(agenda)}
              {...explain(() => ({ kind: "mission", id: agenda }))}
            >
              <MissionPic id={agenda} />
            </button>
            <span class="mt">
              {seat === store.seat.value
                ? t("web.agenda", { mission: missionName(agenda) })
                : t("web.agenda.of", { player: teller.player(seat), mission: missionName(agenda) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const HiddenMission = ({ known, colours }: { known: string; colours: string[] }) => (
  <>
    <span class="ic glyph hidden">?</span>
    <span class="mt">{t("web.mission.hidden")}</span>
    <span
      class="bars"
      role="img"
      aria-label={t("web.mission.known", { players: known })}
      {...explain(() => ({ kind: "words", title: t("web.mission.known", { players: known }), text: "" }))}
    >
      <Icon name="eye" px={18} />
      {colours.map((colour) => (
        <Mark key={colour} colour={colour} px={15} />
      ))}
    </span>
  </>
);

/** The message that says how a seat stands in a mission: alone in front, in front with others, or not. */
function standing(leaders: readonly number[], seat: number): string {
  if (!leaders.includes(seat)) return "web.mission.has";
  return leaders.length > 1 ? "web.mission.tied" : "web.mission.leads";
}
