/** The end of a game: who won and how, what decided it, what everybody had; and what comes after. */
import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import * as art from "../art";
import * as api from "../net/api";
import type * as wire from "../net/wire";
import { keepReplay } from "../net/worker";
import { Icon } from "../parts/icon";
import { KeepsakeDialog } from "../parts/keepsake";
import { Moments } from "../parts/moments";
import { type Colour, FolderPic } from "../parts/pieces";
import { saveJson } from "../parts/save";
import { rowsOf, Scores, Standings, useTelling } from "../parts/scores";
import { go, tablePath } from "../router";
import { contents } from "../store/content";
import { mineAt, remember } from "../store/mine";
import { memoryOf, note } from "../store/played";
import type { PositionStore } from "../store/positions";
import { type TableStore, tellFailure } from "../store/table";
import { listed, t, tn } from "../words/words";

/** A game whose result can be shown: a table, or a replay. */
interface Finished extends PositionStore {
  readonly result: Signal<wire.Result | null>;
  readonly ended: Signal<wire.Sentence | null>;
  readonly moments: Signal<readonly wire.Moment[]>;
}

export function End({ store, onClose }: { store: TableStore; onClose: () => void }) {
  useEffect(() => {
    void remind(store);
  }, [store]);
  return (
    <Reckoning store={store} table={store.id} token={store.token} onClose={onClose}>
      <Again store={store} />
      <a class="btn alt" data-do="replay" href={`${tablePath(store.id)}/replay`}>
        {t("web.end.replay")}
      </a>
      <ReviewLink table={store.id} />
      <a class="btn alt" href="/">
        {t("web.head.home")}
      </a>
    </Reckoning>
  );
}

export const ReviewLink = ({ table }: { table: string }) => (
  <a class="btn alt" data-do="review" href={`${tablePath(table)}/review`}>
    {t("web.review")}
  </a>
);

/** Note the game in one's own list, and keep it for when the server is away; it says what decided it. */
async function remind(store: TableStore): Promise<void> {
  const [result, info, seat] = [store.result.peek(), store.info.peek(), store.seat.peek()];
  if (!result || !info) return;
  if (seat !== null && mineAt(store.id)?.seats[0]?.token === store.token)
    note(memoryOf(store.id, seat, info, result, ownTiles(store.shown.peek()?.players[seat]?.hand ?? [])));
  const replay = await api.replay(store.id, "all").catch(() => null);
  if (!replay) return;
  store.moments.value = replay.moments;
  if (seat !== null) await keepReplay(store.id, replay);
}

export const ownTiles = (hand: readonly string[]): string[] =>
  hand.filter((tile) => !contents().tiles.get(tile)?.starting);

/** The same players again: at once where nobody else is to be asked, else at a table where all meet. */
function Again({ store }: { store: TableStore }) {
  const [busy, setBusy] = useState(false);
  const info = store.info.value;
  const next = info?.next;
  const own = mineAt(store.id);
  const alone = info?.seats.every((seat) => seat.holder === "bot" || own?.seats.some((one) => one.seat === seat.seat));
  const sit = async (table: string): Promise<void> => {
    for (const seat of own?.seats ?? []) remember(table, seat, { host: own?.host ?? false });
    if (alone) await startAgain(table, own?.seats ?? []);
    go(tablePath(table));
  };
  useEffect(() => {
    if (busy && next)
      sit(next).catch((error: unknown) => {
        store.problem.value = tellFailure(error);
        setBusy(false);
      });
  }, [busy, next]);
  if (next && !busy)
    return (
      <button type="button" class="btn" data-do="join-rematch" onClick={() => setBusy(true)}>
        {t("web.end.join")}
      </button>
    );
  if (store.seat.value === null && !store.host.value) return null;
  const again = async (): Promise<void> => {
    setBusy(true);
    if (!(await store.ask({ command: "rematch" }))) setBusy(false);
  };
  return (
    <button type="button" class="btn" data-do="rematch" disabled={busy} onClick={() => void again()}>
      {t(alone ? "web.end.rematch.now" : "web.end.rematch")}
    </button>
  );
}

/** Begin a game in which all people sit at this screen; somebody may have been quicker in another tab. */
async function startAgain(table: string, seats: { seat: number | null; token: string }[]): Promise<void> {
  const { info } = await api.lookAt(table);
  if (info.state !== "open") return;
  const host = seats.find(({ seat }) => seat === null || info.seats[seat]?.host);
  for (const { seat, token } of seats)
    if (token !== host?.token && seat !== null) await api.command(table, token, { command: "set_ready", ready: true });
  if (host) await api.command(table, host.token, { command: "start" });
}

/** The scoring over the last position, and what can be done then. */
export function Reckoning({
  store,
  table,
  token = null,
  instant = false,
  onClose,
  children,
}: {
  store: Finished;
  table: string;
  token?: string | null;
  instant?: boolean;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const [shared, setShared] = useState(false);
  const [result, info] = [store.result.value, store.info.value];
  const rows = result ? rowsOf(result) : [];
  const { told, hurry } = useTelling(rows.length, instant);
  if (!result || !info) return null;
  const done = told >= rows.length;
  const colours = info.seats.map((seat) => seat.colour);
  const names = store.names.value;
  const verdict = store.ended.value ? store.teller.value.say(store.ended.value) : "";
  const margin = marginOf(result, names);
  const hinted = info.seats.flatMap(({ seat, hints = 0 }) => (hints ? [names[seat] ?? ""] : []));
  const face = faceOf(result, info, store);
  const seen = { result, colours, names, rows, told };
  return (
    <section
      class="end"
      aria-label={t("web.end")}
      tabIndex={-1}
      ref={takeFocus}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !shared) onClose();
      }}
    >
      <div class="sheet">
        <h2>
          {t("web.end")}
          <button type="button" class="x" onClick={onClose} aria-label={t("web.close")}>
            <Icon name="close" px={18} />
          </button>
        </h2>
        {/* biome-ignore lint/a11y: a click hurries what comes by itself */}
        <div class="ending" tabIndex={0} onClick={hurry}>
          <div class={`winner${done ? " known" : ""}`}>
            <Portrait face={face} known={done} />
            <p class={done ? "verdict" : "verdict later"}>{verdict}</p>
            <p class={done ? "margin" : "margin later"}>{margin}</p>
            {hinted.length > 0 && <p class="hinted">{t("web.hint.used", { players: listed(hinted) })}</p>}
            <span class="sr" role="status">
              {done ? verdict : ""}
            </span>
            <div class="buttons small">
              <button type="button" class="btn alt" data-do="picture" disabled={!done} onClick={() => setShared(true)}>
                <Icon name="share" px={16} /> {t("web.share.picture")}
              </button>
              <button type="button" class="btn alt" data-do="record" onClick={() => void download(table, token)}>
                <Icon name="download" px={16} /> {t("web.end.record")}
              </button>
            </div>
          </div>
          <Standings {...seen} store={store} />
          <div class="tally">
            <Scores {...seen} />
            <Moments
              moments={store.moments.value}
              teller={store.teller.value}
              link={(move) => `${tablePath(table)}/replay#move=${move}`}
            />
          </div>
        </div>
        <div class="buttons">{children}</div>
      </div>
      {shared && (
        <KeepsakeDialog
          table={table}
          ending={{
            face,
            verdict,
            margin,
            date: new Date(info.created * 1000).toLocaleDateString(document.documentElement.lang, {
              dateStyle: "long",
            }),
            seats: result.seats.map(({ seat, total }) => ({
              name: names[seat] ?? "",
              colour: (colours[seat] ?? "red") as Colour,
              total,
              won: result.winners.includes(seat),
            })),
          }}
          onClose={() => setShared(false)}
        />
      )}
    </section>
  );
}

/** A closed folder, until it is known whose face is in it. */
const Portrait = ({ face, known }: { face: art.Keepsake["face"]; known: boolean }) => (
  <span class="pic portrait" aria-hidden="true">
    {known ? (
      art.portrait(face.id, { ...(face.flag && { flag: face.flag }), woman: face.woman ?? false })
    ) : (
      <FolderPic px={150} />
    )}
  </span>
);

/** By how much the first is ahead of those who did not win; level on points, the verdict says why. */
function marginOf({ seats, winners }: wire.Result, names: string[]): string {
  const [best] = winners;
  const others = seats.filter(({ seat }) => !winners.includes(seat));
  const most = Math.max(...others.map(({ total }) => total));
  const margin = (seats[best ?? 0]?.total ?? 0) - most;
  const second = others.find(({ total }) => total === most);
  if (!second || margin <= 0 || winners.length > 1) return "";
  return tn("web.end.margin", margin, { player: names[second.seat] ?? "" });
}

/** The winner's face: of a bot its own, of a person the character worth most in the network. */
function faceOf({ winners }: wire.Result, info: wire.TableInfo, store: PositionStore): art.Keepsake["face"] {
  const winner = winners[0] ?? 0;
  const own = info.seats[winner]?.face;
  if (own) return { id: own };
  const hand = store.shown.value?.players[winner]?.hand ?? [];
  const best = hand
    .map((id) => contents().tile(id))
    .sort((a, b) => b.points - a.points || b.strength - a.strength)
    .at(0);
  return best ? { id: best.id, flag: best.flag, woman: best.woman ?? false } : { id: "stranger" };
}

/** Begin reading here, once. */
const takeFocus = (section: HTMLElement | null): void => {
  if (section && !section.contains(document.activeElement)) section.focus();
};

export const download = async (table: string, token: string | null): Promise<void> =>
  saveJson(`estoril-${table}.json`, await api.record(table, token));
