/** The tray below the grid: my tiles, and what I am asked. */
import { useRef } from "preact/hooks";
import type { View } from "../net/picture";
import type * as wire from "../net/wire";
import type { Choosing } from "../store/choosing";
import { contents } from "../store/content";
import type { TableStore } from "../store/table";
import { signed, t, tn } from "../words/words";
import { BoardPic } from "./board";
import { Staying } from "./discarding";
import { beginDrag } from "./drag";
import { Icon } from "./icon";
import { GridMap } from "./map";
import { textScale, useSize } from "./measure";
import { type Colour, copyOf, DiePic, Sign, TilePic } from "./pieces";
import { explain } from "./tip";

interface Props {
  store: TableStore;
  choosing: Choosing;
  px: number;
}

/** The largest tiles that leave room for the words, at both sides or below them. */
function fitting(most: number, wide: number, tiles: number, below = false): number {
  const side = Math.max(SIDE * textScale(), SHARE * (wide - 2 * EDGE));
  const room = wide - 2 * EDGE - (below ? 0 : 2 * side + 30);
  return wide ? Math.max(34, Math.min(most, Math.floor(room / Math.max(1, tiles)) - 10)) : most;
}

/** How large the tiles are of which some stay: as many as there are before lie in two lines at most. */
function staying(tiles: number, most: number, wide: number, scrolls: boolean): number {
  if (scrolls) return tiles > 12 ? 41 : 52;
  return tiles > 10
    ? Math.min(44, fitting(most, wide, Math.ceil(tiles / 2)))
    : Math.min(84, fitting(most, wide, tiles));
}

/** How wide the words beside the hand are, at least and of the whole, as the style has it. */
const SIDE = 156;
const SHARE = 0.14;
const EDGE = 18;
/** The tiles of a round's beginning: where they would be small between the words, these stand below. */
const FULL = 6;
/** How high the words are then, as text is usually, and what the tray has beside its tiles. */
const WORDS = 36;
const SPARE = 30;
/** What is shown in the place of the hand has its words beside it. */
const INSTEAD = ["bury", "discard", "rotate", "move_die"];
/** The line below what a choice leads to. */
const LINE = 12;

export function Tray({ store, choosing, px: most, scrolls }: Props & { scrolls: boolean }) {
  const box = useRef<HTMLElement>(null);
  const { wide } = useSize(box);
  const view = store.shown.value;
  if (!view) return null;
  const seat = store.seat.value;
  const own = seat === null ? null : view.players[seat];
  const kind = choosing.kind.value;
  const short = kind === "ability" ? choosing.abilities.value.length < 2 : !choosing.others.value.length;
  const laid = own?.hand?.length && short && !INSTEAD.includes(kind ?? "");
  const below = !scrolls && !!laid && fitting(most, wide, FULL) < 0.9 * most;
  const tall = below ? most + SPARE - WORDS * textScale() : most;
  const px = scrolls ? most : fitting(tall, wide, own?.hand?.length ?? 0, below);
  return (
    <section
      ref={box}
      class={`tray${kind ? " asked" : ""}${below ? " below" : ""}`}
      data-turn={store.now.value?.turn ?? 0}
      data-kind={kind ?? ""}
      data-due={choosing.due.value}
      aria-label={t("web.hand")}
    >
      <div class="side l" aria-live="polite">
        <Ask store={store} choosing={choosing} />
      </div>
      {kind === "bury" ? (
        <Bury store={store} choosing={choosing} px={scrolls ? px - 24 : px} />
      ) : kind === "discard" ? (
        <Staying store={store} choosing={choosing} px={staying(own?.hand?.length ?? 0, most, wide, scrolls)} />
      ) : kind === "rotate" || kind === "move_die" ? (
        <Results store={store} choosing={choosing} px={scrolls ? most * 0.8 : most - LINE * textScale()} />
      ) : own?.hand ? (
        <Hand hand={own.hand} colour={own.colour as Colour} choosing={choosing} store={store} px={px} />
      ) : (
        <p class="watching">{t("web.watching")}</p>
      )}
      {scrolls && <GridMap store={store} choosing={choosing} />}
      {/* where a small screen has these elsewhere, others come in their place, and none jumps there */}
      <div key={`${kind === "ability"} ${store.undoable.value > 0}`} class="side r">
        <Answers store={store} choosing={choosing} />
        <Undo store={store} choosing={choosing} />
      </div>
    </section>
  );
}

/** How many lie side by side where a phone lies. */
const ACROSS = 3;

/** One's tiles, each laid in its place: those that stay do not move the page when others come and go. */
function Hand({
  hand,
  colour,
  choosing,
  store,
  px,
}: {
  hand: string[];
  colour: Colour;
  choosing: Choosing;
  store: TableStore;
  px: number;
}) {
  const lit = choosing.litTiles.value;
  return (
    <div
      class="hand laid"
      role="group"
      aria-label={t("web.hand")}
      style={{ "--n": hand.length, "--rows": Math.ceil(hand.length / ACROSS), "--px": `${px}px` }}
    >
      {hand.map((tile, i) => {
        const copy = copyOf(hand, i);
        const picked = (choosing.held.value === tile && copy === 0) || choosing.aside.value.includes(`${tile}.${copy}`);
        const dim = lit.size > 0 && !lit.has(tile);
        return (
          <HandTile
            key={`${tile}.${copy}`}
            tile={tile}
            copy={copy}
            i={i}
            picked={picked}
            dim={dim}
            glow={lit.has(tile) && choosing.aimed.value !== null && !choosing.held.value}
            colour={colour}
            choosing={choosing}
            store={store}
            px={px}
          />
        );
      })}
    </div>
  );
}

interface TileProps {
  tile: string;
  copy: number;
  i: number;
  picked: boolean;
  dim: boolean;
  glow: boolean;
  colour: Colour;
  choosing: Choosing;
  store: TableStore;
  px: number;
}

function HandTile({ tile, copy, i, picked, dim, glow, colour, choosing, store, px }: TileProps) {
  const button = useRef<HTMLButtonElement>(null);
  const tip = explain(
    () => ({ kind: "tile", id: tile }),
    () => choosing.whyNotTile(tile),
  );
  return (
    <button
      ref={button}
      type="button"
      class={`card${picked ? " pick" : ""}${dim ? " dim" : ""}${glow ? " glow" : ""}`}
      style={{ "--i": i, "--x": i % ACROSS, "--y": Math.floor(i / ACROSS) }}
      data-tile={tile}
      aria-pressed={picked}
      aria-disabled={dim}
      aria-label={store.teller.value.tellTile(tile)}
      onClick={() => choosing.pickTile(tile, copy)}
      {...tip}
      onPointerDown={(event) => {
        tip.onPointerDown(event);
        if (choosing.kind.value === "place" && button.current) beginDrag(event, button.current, tile, choosing);
      }}
    >
      <TilePic id={tile} px={px} owner={contents().tile(tile).starting ? colour : undefined} />
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a kbd takes no focus */}
      <kbd aria-hidden="true">{(i + 1) % 10}</kbd>
    </button>
  );
}

/** Whether everybody waits for somebody, and not for what is shown. */
const isToBeDecided = (store: TableStore): boolean => !store.director.busy.value && !!store.now.value?.decision;

/** What is asked of me, or for whom everybody waits. */
function Ask({ store, choosing }: Omit<Props, "px">) {
  const kind = choosing.kind.value;
  const teller = store.teller.value;
  const view = store.shown.value;
  if (!view) return null;
  const { decision, said } = store.now.value ?? {};
  if (!kind) {
    if (!isToBeDecided(store)) return <Pile view={view} />;
    if (store.answering.value) return <b>{t("web.sending")}</b>;
    return (
      <>
        <b>{t("web.ask.wait")}</b>
        <span>{said && teller.say(said)}</span>
      </>
    );
  }
  const held = choosing.held.value;
  const aimed = choosing.aimed.value;
  const offer = choosing.offer.value;
  if (offer?.said)
    return (
      <>
        <b>{t("web.ask.sure")}</b>
        <span>{teller.say(offer.said)}</span>
      </>
    );
  if (kind === "place") {
    if (held && aimed)
      return (
        <>
          <b>{teller.tile(held)}</b>
          <span>{t("web.ask.confirm", { space: teller.space(aimed) })}</span>
        </>
      );
    if (held)
      return (
        <>
          <b>{teller.tile(held)}</b>
          <span>{tn("web.ask.spaces", choosing.lit.value.size)}</span>
        </>
      );
    if (aimed)
      return (
        <>
          <b>{teller.space(aimed)}</b>
          <span>{tn("web.ask.tiles", choosing.litTiles.value.size)}</span>
        </>
      );
    return (
      <>
        <b>{t("web.ask.place")}</b>
        <span>{t("web.ask.place.how")}</span>
      </>
    );
  }
  if (kind === "discard") {
    return (
      <>
        <b>{t("web.discard.stays")}</b>
        <span>{t("web.ask.discard.chosen", { number: choosing.aside.value.length, of: choosing.due.value })}</span>
      </>
    );
  }
  const space =
    decision?.space && view.places.flatMap((place) => place.spaces).find((one) => one.id === decision.space);
  const actor = kind === "ability" && space && space.tile ? teller.tile(space.tile) : null;
  if (kind === "ability" && aimed)
    return (
      <>
        <b>{t("symbol.seduction")}</b>
        <span>{t("web.ask.seduce.to")}</span>
      </>
    );
  const stakes = view.places.flatMap((place) => place.stakes ?? []).length;
  return (
    <>
      <b>{actor ?? t(`web.ask.${kind}`)}</b>
      <span>
        {t(howTo(kind, choosing))} {kind === "stake" && t("web.ask.stake.wins", { number: stakes })}
      </span>
    </>
  );
}

/** What there is to do: an ability may need a target, a choice among symbols, or neither. */
function howTo(kind: string, choosing: Choosing): string {
  const symbols = choosing.abilities.value;
  if (kind !== "ability") return `web.ask.${kind}.how`;
  if (symbols.every((symbol) => choosing.direct(symbol))) return "web.ask.ability.direct";
  return symbols.length === 1 ? "web.ask.ability.one" : "web.ask.ability.how";
}

const Pile = ({ view }: { view: View }) => (
  <>
    <b>{t("web.pile", { number: view.pile.size })}</b>
    <span>{t("web.pile.about")}</span>
  </>
);

function Answers({ store, choosing }: Omit<Props, "px">) {
  const kind = choosing.kind.value;
  const view = store.shown.value;
  if (!view) return null;
  const saying = ({ said }: wire.Offer): string => (said ? store.teller.value.say(said) : "");
  const act = (code: number) => () => void store.act(code);
  const pass = choosing.pass.value;
  const Pass = pass && (
    <button type="button" class="btn alt" data-do="pass" onClick={act(pass.code)} aria-label={saying(pass)}>
      {t(`web.pass.${kind ?? "ability"}`)}
    </button>
  );
  if (choosing.offer.value) return <Yes choosing={choosing} label={t("web.answer.yes")} />;
  switch (kind) {
    case "place":
      if (choosing.ready.value !== null) return <Yes choosing={choosing} label={t("web.answer.place")} />;
      return choosing.held.value || choosing.aimed.value ? <Back choosing={choosing} /> : <PileRight view={view} />;
    case "discard":
      return (
        <button
          type="button"
          class="btn"
          data-do="discard"
          disabled={choosing.aside.value.length !== choosing.due.value}
          onClick={() => void choosing.discard()}
        >
          {tn("web.answer.discard", choosing.due.value)}
        </button>
      );
    case "ability":
      return (
        <>
          {choosing.abilities.value.map((symbol) => {
            const direct = choosing.direct(symbol);
            const one = choosing.abilities.value.length === 1;
            const on = choosing.ability.value === symbol || one;
            if (one && !direct)
              return (
                <span key={symbol} class="btn still on">
                  <Sign symbol={symbol} px={24} /> {t(`symbol.${symbol}`)}
                </span>
              );
            return (
              <button
                key={symbol}
                type="button"
                class={`btn dark${on ? " on" : ""}`}
                data-ability={symbol}
                aria-pressed={on}
                onClick={() => {
                  if (direct) void store.act(direct.code);
                  else {
                    choosing.aimed.value = null;
                    choosing.ability.value = symbol;
                  }
                }}
                {...explain(() => ({ kind: "symbol", id: symbol }))}
              >
                <Sign symbol={symbol} px={24} /> {t(`symbol.${symbol}`)}
              </button>
            );
          })}
          {choosing.aimed.value ? <Back choosing={choosing} /> : Pass}
        </>
      );
    case "move_die":
    case "rotate":
      return Pass || null;
    case "stake":
      return (
        <div class="stakes">
          {choosing.others.value.length > 0 && <span>{t("web.ask.stake.discards")}</span>}
          {choosing.others.value.map((choice) => (
            <button
              key={choice.code}
              type="button"
              data-do="stake"
              onClick={act(choice.code)}
              aria-label={saying(choice)}
            >
              <TilePic id={choice.tile ?? ""} px={40} />
            </button>
          ))}
        </div>
      );
    case "bury":
      return null;
    case null:
      return isToBeDecided(store) ? <PileRight view={view} /> : null;
    default:
      if (!choosing.others.value.length) return Pass ?? null;
      return (
        <div class="dice-moves">
          {choosing.others.value.map((choice) => (
            <button
              key={choice.code}
              type="button"
              class="btn dark"
              data-do={choice.action.do}
              onClick={act(choice.code)}
            >
              {saying(choice)}
            </button>
          ))}
          {Pass}
        </div>
      );
  }
}

/** Takes my last move back, as long as that can be. */
const Undo = ({ store, choosing }: Omit<Props, "px">) =>
  store.undoable.value && !choosing.held.value && !choosing.aimed.value ? (
    <button type="button" class="btn line" data-do="undo" onClick={() => void store.undo()}>
      <Icon name="undo" px={16} /> {t("web.undo")} <kbd>U</kbd>
    </button>
  ) : null;

/** A choice that waits for yes. */
const Yes = ({ choosing, label }: { choosing: Choosing; label: string }) => (
  <>
    <button type="button" class="btn" data-do="confirm" onClick={() => choosing.confirm()}>
      {label} <kbd>↵</kbd>
    </button>
    <Back choosing={choosing} />
  </>
);

const PileRight = ({ view }: { view: View }) => (
  <span class="pile">
    <b>{t("web.pile", { number: view.pile.size })}</b>
  </span>
);

const Back = ({ choosing }: { choosing: Choosing }) => (
  <button type="button" class="btn line" data-do="back" onClick={() => choosing.back()}>
    {t("web.answer.back")} <kbd>Esc</kbd>
  </button>
);

/** What each choice leads to, drawn small; who points at one sees it on the board. */
function Results({ store, choosing, px }: Props) {
  const weigh = (choice: wire.Offer | null) => () => {
    choosing.weighed.value = choice;
  };
  return (
    <div class="hand results" role="group" aria-label={t("web.results")}>
      {choosing.others.value.map((choice) => (
        <button
          key={choice.code}
          type="button"
          class={`result${choosing.weighed.value?.code === choice.code ? " on" : ""}`}
          data-do={choice.action.do}
          aria-label={choice.said ? store.teller.value.say(choice.said) : ""}
          onPointerEnter={weigh(choice)}
          onPointerLeave={weigh(null)}
          onFocus={weigh(choice)}
          onBlur={weigh(null)}
          onClick={() => void store.act(choice.code)}
        >
          <Result store={store} choice={choice} px={px} />
        </button>
      ))}
    </div>
  );
}

function Result({ store, choice, px }: { store: TableStore; choice: wire.Offer; px: number }) {
  const { location, space } = store.now.value?.decision ?? {};
  const view = store.after(choice.changes ?? []);
  const place = view?.places.find((one) => one.id === (location ?? space?.split(".")[0]));
  if (!view || !place) return null;
  const { action } = choice;
  if (action.do === "rotate")
    return (
      <>
        <BoardPic place={place} colours={view.colours} px={px * 0.9} />
        <b>
          <Icon name={action.quarters === 3 ? "turnL" : "turnR"} px={16} /> {action.quarters === 2 ? "180°" : "90°"}
        </b>
      </>
    );
  const order = [...view.places].sort((a, b) => a.order - b.order);
  return (
    <>
      <small>{action.do === "move_die" && signed(action.by)}</small>
      <DiePic number={place.number} px={px * 0.46} />
      <span class="order">
        {order.map((one) => (
          <i key={one.id} class={one.id === place.id ? "here" : one.resolved ? "done" : ""} />
        ))}
      </span>
      <b>{t("web.result.order", { place: order.indexOf(place) + 1, of: order.length })}</b>
    </>
  );
}

/** Which of the tiles goes under the pile. */
function Bury({ store, choosing, px }: Props) {
  const view = store.shown.value;
  if (!view) return null;
  return (
    <div class="hand bury" role="group" aria-label={t("web.ask.bury")}>
      {choosing.choices.value.map(
        (choice) =>
          choice.action.do === "bury" && (
            <button
              key={choice.code}
              type="button"
              class="card"
              data-do="bury"
              onClick={() => void store.act(choice.code)}
              aria-label={choice.said ? store.teller.value.say(choice.said) : ""}
              {...explain(() => ({ kind: "tile", id: choice.tile ?? "" }))}
            >
              <TilePic id={choice.tile ?? ""} px={px} />
              <span class="under">{t(choice.tile === view.drawn ? "web.bury.drawn" : "web.bury.reward")}</span>
            </button>
          ),
      )}
    </div>
  );
}
