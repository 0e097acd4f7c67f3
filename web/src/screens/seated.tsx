/** A table by its address: the lobby before the start, the game after; who shares a screen takes turns. */
import { useEffect, useMemo, useState } from "preact/hooks";
import type * as wire from "../net/wire";
import { mineAt, takeUp } from "../store/mine";
import { TableStore } from "../store/table";
import { t } from "../words/words";
import { Join, Lobby } from "./lobby";
import { Table } from "./table";

/** Somebody who comes with seats from another device takes them up first. */
export function Arriving({ carried, ...more }: { carried: string[] } & Parameters<typeof Seated>[0]) {
  const [state, setState] = useState<"coming" | "here" | "refused">(carried.length ? "coming" : "here");
  useEffect(() => {
    if (carried.length)
      void takeUp(more.table, carried).then((refused) => setState(refused === null ? "here" : "refused"));
  }, []);
  if (state === "coming") return <main class="plain waves" aria-busy="true" />;
  return state === "here" ? <Seated {...more} /> : <Gone reason="seat" />;
}

function Seated({
  table,
  invitation,
  wanted,
  about,
}: {
  table: string;
  invitation: string | null;
  wanted: number | null;
  about: wire.About;
}) {
  const own = mineAt(table);
  const seats = own?.seats ?? [];
  const [at, setAt] = useState(0);
  const [curtain, setCurtain] = useState(seats.length > 1);
  const token = seats[at]?.token ?? null;
  const store = useMemo(() => new TableStore(table, token), [table, token]);
  useEffect(() => () => store.end(), [store]);
  const deciding = store.now.value?.decision?.seats ?? [];
  const others = seats
    .map((seat, i) => ({ ...seat, i }))
    .filter((seat) => seat.i !== at && seat.seat != null && deciding.includes(seat.seat));
  const pass = seats.length > 1 && !store.mine.value && !store.director.busy.value ? others[0] : undefined;
  useEffect(() => {
    if (!pass) return;
    setAt(pass.i);
    setCurtain(true);
  }, [pass?.i]);
  if (store.gone.value) return <Gone reason={store.gone.value} />;
  const info = store.info.value;
  // between two people at one screen nothing is shown of either
  if (!info || pass)
    return (
      <main class="plain waves" aria-busy="true">
        <Offline store={store} />
      </main>
    );
  if (info.state === "open")
    return (
      <>
        <Lobby store={store} about={about} invitation={invitation} wanted={wanted} />
        <Offline store={store} />
      </>
    );
  const canSit =
    seats.length === 0 &&
    info.state === "running" &&
    info.seats.some((seat) => seat.holder === "open" || (seat.stands_in && invitation));
  const hidden = curtain && seats.length > 1 && info.state === "running";
  return (
    <>
      {/* behind the curtain is nothing to be seen or heard */}
      {hidden ? (
        <Curtain name={seats[at]?.name ?? ""} onLift={() => setCurtain(false)} />
      ) : (
        <Table key={token ?? ""} store={store} about={about} />
      )}
      {canSit && invitation && (
        <div class="late">
          <Join table={table} invitation={invitation} seat={wanted} info={info} />
        </div>
      )}
      <Offline store={store} />
    </>
  );
}

function Curtain({ name, onLift }: { name: string; onLift: () => void }) {
  return (
    <div class="curtain" role="dialog" aria-modal="true" aria-label={t("web.curtain", { player: name })}>
      <h2>{t("web.curtain", { player: name })}</h2>
      <p>{t("web.curtain.about")}</p>
      <button type="button" class="btn" data-do="lift" ref={(button) => button?.focus()} onClick={onLift}>
        {t("web.curtain.lift", { player: name })}
      </button>
    </div>
  );
}

/** Says so while the line is down or the server keeps nothing, and what becomes of an answer given meanwhile. */
function Offline({ store }: { store: TableStore }) {
  const line = store.socket.line.value;
  if (line === "closed" || (line === "connecting" && !store.info.value)) return null;
  if (line === "online" && store.socket.keeping.value) return null;
  const [waiting, held] = line === "online" ? ["web.unkept", "web.unkept.held"] : ["web.offline", "web.offline.kept"];
  return (
    <p class="offline" role="status">
      {t(store.answering.value ? held : waiting)}
    </p>
  );
}

const Gone = ({ reason }: { reason: string }) => (
  <main class="plain waves">
    <div class="dossier">
      <h1>{t(reason === "table" ? "web.gone.table" : "web.gone.seat")}</h1>
      <p>{t(reason === "table" ? "web.gone.table.about" : "web.gone.seat.about")}</p>
      <a class="btn" href="/">
        {t("web.head.home")}
      </a>
    </div>
  </main>
);
