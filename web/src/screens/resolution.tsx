/** A location being resolved, step by step: the board steps forward, sums grow in sight. */
import { Fragment } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import * as art from "../art";
import type { View } from "../net/picture";
import { EVENTS, type LocationView, type Player, type StrengthCounted } from "../net/wire";
import { Board } from "../parts/board";
import { boxOf, HIGH, WIDE } from "../parts/geometry";
import { textScale } from "../parts/measure";
import { Pace } from "../parts/pace";
import { FolderPic, Mark, Sign, TilePic, tileOn } from "../parts/pieces";
import { reachOfCard, Used } from "../parts/used";
import type { Choosing } from "../store/choosing";
import { contents } from "../store/content";
import type { PositionStore } from "../store/positions";
import type { Scene, Step } from "../store/scene";
import { reducedMotion } from "../store/settings";
import type { Teller } from "../words/teller";
import { t } from "../words/words";

/** How wide the sheet is at most, as text is usually, and what lies between boards in its place. */
const SHEET = 576;
const GAP = 12;

export function Resolution({
  store,
  wide,
  high: whole,
  choosing,
  above = false,
  phone = false,
  onAside,
}: {
  store: PositionStore;
  wide: number;
  high: number;
  choosing?: Choosing | undefined;
  /** Whether the tray is seen: all the time, or on a phone when somebody is to decide; the board never moves. */
  above?: boolean;
  phone?: boolean;
  /** Puts the show aside; somebody decides. */
  onAside?: (() => void) | undefined;
}) {
  const scene = store.scene.value;
  const view = store.shown.value;
  if (!scene || !view) return null;
  const place = view.places.find((one) => one.id === scene.location);
  if (!place) return null;
  const teller = store.teller.value;
  const name = contents().location(scene.location).full_name ?? teller.location(scene.location);
  const { foot, side } = useTray(above, wide, whole);
  const high = phone ? whole : whole - foot;
  const tall = wide < high;
  const many = view.players.length > 2;
  const dense = many || tall || high < 700;
  const px = Math.floor(
    Math.min(
      tall ? Math.min(wide - 32, high * (many || phone ? 0.27 : 0.32)) : wide * 0.42,
      (high - (tall ? 120 : high < 560 ? 84 : 210)) * (WIDE / HIGH),
    ),
  );
  const board = px * (HIGH / WIDE);
  const others = choosing && onAside ? afield(view, place.id, choosing) : [];
  const { symbol } = EVENTS[scene.fact.event];
  const scale = phone ? 1 : Math.min(textScale(), 1.4);
  return (
    <section
      class={`show${tall ? " upright" : ""}${dense ? " dense" : ""}${phone && above ? " short" : ""}`}
      style={foot ? { paddingBottom: `${foot + 8}px` } : undefined}
      aria-label={t("web.show", { location: teller.location(scene.location) })}
    >
      <Rays />
      <h1 style={{ "--letters": name.length }}>{name}</h1>
      <Controls store={store} onAside={onAside} />
      <div class="stage" style={{ "--card": `${reachOfCard(px)}px` }}>
        <div class="board-frame">
          <Board
            place={place}
            colours={view.colours}
            round={view.round}
            px={px}
            teller={teller}
            choosing={choosing}
            from={onAside ? view.decision?.space : scene.from}
            to={onAside ? null : scene.to}
          />
          {!onAside && (
            <Overlay scene={scene} view={view} px={px} beside={tall ? (wide - px) / 2 - 10 : 0} teller={teller} />
          )}
        </div>
        {choosing && others.length > 0 ? (
          <Elsewhere
            others={others}
            wide={tall ? wide - 56 : side ? wide - side - px - 88 : Math.min(SHEET * scale, wide * 0.9 - px - 120)}
            high={tall ? whole - foot - board - 160 : board}
            colours={view.colours}
            round={view.round}
            teller={teller}
            choosing={choosing}
          />
        ) : (
          <Sheet
            scene={scene}
            place={place}
            view={view}
            teller={teller}
            symbol={symbol}
            scale={scale}
            dense={dense}
            pace={reducedMotion.value ? 0 : store.director.pace}
          />
        )}
      </div>
      <Steps steps={scene.steps} teller={teller} />
    </section>
  );
}

/** What the tray takes of the show: at the foot of the window, where it is moved to, or beside it. */
function useTray(above: boolean, wide: number, whole: number): { foot: number; side: number } {
  const [taken, setTaken] = useState({ foot: 0, side: 0 });
  useLayoutEffect(() => {
    const tray = above ? document.querySelector<HTMLElement>(".table > main > .tray") : null;
    const take = (foot: number, side: number): void =>
      setTaken((now) => (now.foot === foot && now.side === side ? now : { foot, side }));
    if (!tray) return take(0, 0);
    const lay = (): void => {
      tray.style.translate = "";
      const { left, bottom, height } = tray.getBoundingClientRect();
      const beside = left > wide / 2;
      take(beside ? 0 : height, beside ? wide - left : 0);
      if (!beside) tray.style.translate = `0 ${innerHeight - bottom}px`;
    };
    lay();
    const watcher = new ResizeObserver(lay); // the hand follows a new window later
    watcher.observe(tray);
    return () => {
      watcher.disconnect();
      tray.style.translate = "";
    };
  }, [above, wide, whole]);
  return taken;
}

/** Other locations where something can be chosen now, if there are any. */
function afield(view: View, here: string, choosing: Choosing): LocationView[] {
  const lit = new Set([...choosing.lit.value].map((id) => id.split(".")[0]));
  return view.places.filter(({ id }) => id !== here && lit.has(id));
}

/** These locations in the place of the sheet, as large as there is room. */
function Elsewhere({
  others,
  wide,
  high,
  ...shown
}: {
  others: LocationView[];
  wide: number;
  high: number;
  colours: readonly string[];
  round: number;
  teller: Teller;
  choosing: Choosing;
}) {
  const each = Math.max(
    ...[1, 2, 3].map((columns) => {
      const rows = Math.ceil(others.length / columns);
      return Math.min((wide - GAP * (columns - 1)) / columns, ((high - GAP * (rows - 1)) / rows) * (WIDE / HIGH));
    }),
  );
  return (
    <div class="afield" style={{ maxWidth: `${wide}px` }}>
      {others.map((place) => (
        <Board key={place.id} place={place} px={Math.floor(each)} {...shown} />
      ))}
    </div>
  );
}

function Rays() {
  const rays = Array.from({ length: 28 }, (_, i) => {
    const a = (i / 28) * Math.PI * 2;
    const b = a + 0.11;
    return `M0 0L${Math.cos(a) * 1500} ${Math.sin(a) * 1500}L${Math.cos(b) * 1500} ${Math.sin(b) * 1500}Z`;
  }).join("");
  return (
    <svg class="rays" viewBox="-370 -400 1440 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path d={rays} fill="#7DBFC4" opacity=".16" />
    </svg>
  );
}

function Controls({ store, onAside }: { store: PositionStore; onAside?: (() => void) | undefined }) {
  return (
    <div class="ctls">
      {onAside && (
        <div class="ctl">
          <Pace />
          <button type="button" class="btn dark" data-do="aside" onClick={onAside}>
            {t("web.show.aside")}
          </button>
        </div>
      )}
      <div class={`ctl${onAside ? " gone" : ""}`}>
        <Pace />
        <button
          type="button"
          class="btn dark"
          aria-pressed={store.director.paused.value}
          onClick={() => store.director.pause()}
        >
          {t(store.director.paused.value ? "web.show.go" : "web.show.pause")} <kbd>P</kbd>
        </button>
        <button type="button" class="btn dark" data-do="skip" onClick={() => store.director.skip()}>
          {t("web.show.skip")} <kbd>␣</kbd>
        </button>
        <button type="button" class="btn dark" data-do="skip-all" onClick={() => store.director.skip(true)}>
          {t("web.show.skip.all")} <kbd>⇧␣</kbd>
        </button>
      </div>
    </div>
  );
}

/** What an ability looks like, from who acts to whom; and the dice. */
function Overlay(shown: { scene: Scene; view: View; px: number; beside: number; teller: Teller }) {
  const { scene, view, px } = shown;
  return (
    <svg class="over" viewBox={`0 0 ${WIDE} ${HIGH}`} width={px} height={(px * HIGH) / WIDE} aria-hidden="true">
      <Victim key={`victim${scene.steps.length}`} scene={scene} view={view} />
      <Used key={scene.steps.length} {...shown} />
      {Object.entries(scene.rolls).map(([space, dice]) => {
        const box = boxOf(space, view.places, scene.location);
        if (!box) return null;
        const on = scene.fact.event === "dice_rolled" && scene.fact.space === space;
        return (
          <g
            key={space}
            class={on ? "rolled" : ""}
            transform={`translate(${box.x + box.size * 0.42} ${box.y + box.size * 0.7})`}
          >
            <rect
              x="-46"
              y="-17"
              width="92"
              height="34"
              rx="17"
              fill="#0A1B2B"
              stroke={on ? "#FFD34F" : "#EBCB7E"}
              stroke-width={on ? 3 : 1.6}
            />
            <g transform="translate(-24 0)">
              <Die n={dice[0]} light />
            </g>
            <g transform="translate(0 0)">
              <Die n={dice[1]} />
            </g>
            <text
              x="29"
              y="8"
              font-size="21"
              text-anchor="middle"
              fill={on ? "#FFD34F" : "#FFF8E7"}
              font-family="Oswald"
              font-weight="600"
            >
              +{Math.abs(dice[0] - dice[1])}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** Who is shot, or lost, is seen until then. */
function Victim({ scene: { fact, location }, view }: { scene: Scene; view: View }) {
  if (fact.event !== "assassinated" && fact.event !== "sacrificed") return null;
  const box = boxOf(fact.space, view.places, location);
  if (!box) return null;
  return (
    <g class="victim">
      <svg x={box.x} y={box.y} width={box.size} height={box.size} viewBox="0 0 160 160">
        {tileOn(fact.tile, 160, { markers: [], owner: undefined, void: false, shielded: false })}
      </svg>
      <g transform={`translate(${box.x + box.size / 2} ${box.y})`}>
        {art.numeral(fact.space.split(".")[1] as art.Numeral)}
      </g>
    </g>
  );
}

const Die = ({ n, light }: { n: number; light?: boolean }) => (
  <g transform="translate(-11 -11) scale(.69)">{art.die(n, { coral: !light })}</g>
);

function Sheet({
  scene,
  place,
  view,
  teller,
  symbol,
  scale,
  dense,
  pace,
}: {
  scene: Scene;
  place: LocationView;
  view: View;
  teller: Teller;
  symbol: string | undefined;
  /** How much larger than usual tiles are. */
  scale: number;
  dense: boolean;
  pace: number;
}) {
  const { counted, competed, totals } = scene;
  // everybody who competes has a place from the start, so that nothing moves when sums come
  const present = place.spaces.flatMap(({ occupied, controller }) =>
    occupied && controller != null ? controller : [],
  );
  const seats = counted.length ? [...new Set([...competed, ...present])].sort((a, b) => a - b) : [];
  const terms = (seat: number): StrengthCounted[] => counted.filter((one) => one.seat === seat);
  const most = Math.max(6, ...seats.map((seat) => sum(terms(seat))));
  const tile = (dense ? 42 : 52) * scale;
  return (
    <div class="sheet">
      <h2>
        {symbol ? (
          <>
            <Sign symbol={symbol} px={28} /> {t(`symbol.${symbol}`)}
          </>
        ) : (
          t(`web.step.${scene.steps.at(-1)?.kind ?? "open"}.title`)
        )}
      </h2>
      <div class="sums">
        {seats.length > 0 ? (
          seats.map((seat) => (
            <Sum
              key={seat}
              player={view.players[seat]}
              name={teller.player(seat)}
              terms={terms(seat)}
              lines={Math.max(terms(seat).length, present.filter((one) => one === seat).length)}
              total={totals[seat] ?? sum(terms(seat))}
              won={scene.winner === seat}
              most={most}
              tile={tile}
              pace={pace}
            />
          ))
        ) : (
          <Present scene={scene} place={place} view={view} teller={teller} tile={tile} />
        )}
      </div>
      <p class="verdict" aria-live="polite">
        {scene.won[0] && <TilePic id={scene.won[0]} px={(dense ? 60 : 72) * scale} />}
        <span>{scene.said && teller.say(scene.said)}</span>
      </p>
    </div>
  );
}

const sum = (terms: StrengthCounted[]): number => terms.reduce((all, { total }) => all + total, 0);

/** Who is there before strengths are counted; each space has a line, so that nothing moves when somebody leaves. */
function Present({
  scene,
  place,
  view,
  teller,
  tile,
}: {
  scene: Scene;
  place: LocationView;
  view: View;
  teller: Teller;
  tile: number;
}) {
  if (!place.spaces.some((space) => space.occupied)) return <p class="quiet">{t("web.show.empty")}</p>;
  return (
    <ul class="present" style={{ "--tile": `${tile}px` }}>
      {place.spaces.map((space) =>
        space.occupied ? (
          <li key={space.id} class={scene.from === space.id ? "acts" : ""}>
            <i>{space.numeral}</i>
            <Mark colour={view.players[space.controller ?? 0]?.colour ?? "red"} px={22} />
            {space.tile && space.face_up ? (
              <TilePic id={space.tile} px={tile} />
            ) : (
              <FolderPic known={space.tile ?? null} px={tile} />
            )}
            <span>{space.tile ? teller.tile(space.tile) : t("web.tip.folder")}</span>
            <em>
              {space.tile
                ? (contents().tile(space.tile).symbols ?? []).map((one, i) => <Sign key={i} symbol={one} px={24} />)
                : null}
            </em>
            <b>{space.tile && space.face_up ? contents().tile(space.tile).strength : ""}</b>
          </li>
        ) : (
          <li key={space.id} class="free">
            <i>{space.numeral}</i>
            <span>{t("web.space.free")}</span>
          </li>
        ),
      )}
    </ul>
  );
}

const PARTS = ["flags", "location", "nationalism", "dice"] as const;

function Sum({
  player,
  name,
  terms,
  lines,
  total,
  won,
  most,
  tile: px,
  pace,
}: {
  player: Player | undefined;
  name: string;
  terms: StrengthCounted[];
  /** How many there will be: a narrow sheet has a line for each. */
  lines: number;
  total: number;
  won: boolean;
  most: number;
  tile: number;
  pace: number;
}) {
  const colour = player?.colour ?? "red";
  return (
    <div data-seat={player?.seat} class={`sum${won ? " won" : ""}`}>
      <div class="hd">
        <Mark colour={colour} px={px * 0.54} />
        <span>{name}</span>
        <em>
          <Count to={total} pace={pace} />
        </em>
      </div>
      <div class="terms" style={{ "--lines": lines }}>
        {terms.map((term) => (
          <span class="term" key={term.space}>
            <TilePic id={term.tile} px={px} />
            <b>{term.printed}</b>
            {PARTS.map(
              (part) =>
                term[part] > 0 && (
                  <span class="plus" key={part}>
                    +{term[part]}
                    <small>{t(`web.part.${part}`)}</small>
                  </span>
                ),
            )}
          </span>
        ))}
      </div>
      <div class={`strip ${colour}`} aria-hidden="true">
        {terms.map(({ space, printed, total: all }) => (
          <Fragment key={space}>
            <i style={{ width: `${(printed / most) * 100}%` }} />
            <i class="bonus" style={{ width: `${((all - printed) / most) * 100}%` }} />
          </Fragment>
        ))}
      </div>
    </div>
  );
}

/** A number that counts up in sight. */
function Count({ to, pace }: { to: number; pace: number }) {
  const [at, setAt] = useState(pace > 0 ? 0 : to);
  useEffect(() => {
    if (at === to) return;
    const timer = setTimeout(() => setAt(at < to ? at + 1 : to), 80 * pace);
    return () => clearTimeout(timer);
  }, [at, to]);
  return <>{pace > 0 ? at : to}</>;
}

function stepName(step: Step, teller: Teller): string {
  const fact = step.fact;
  const { symbol } = EVENTS[fact.event];
  if (symbol && "by" in fact && typeof fact.by === "string")
    return t("web.step.used", { numeral: fact.by.split(".")[1] ?? "", symbol: t(`symbol.${symbol}`) });
  if (fact.event === "passed") return t("web.step.passed", { numeral: fact.space.split(".")[1] ?? "" });
  if (fact.event === "reward_won") return t("web.step.won", { player: teller.player(fact.seat) });
  return t(`web.step.${step.kind}`);
}

/** So many steps have room; those to come stand at the end, so that what has been never moves. */
const SLOTS = 8;

function Steps({ steps, teller }: { steps: Step[]; teller: Teller }) {
  const kinds = new Set(steps.map((step) => step.kind));
  const ahead = kinds.has("reward") ? [] : (["strength", "reward"] as const).filter((kind) => !kinds.has(kind));
  return (
    <ol class="steps">
      {steps.slice(ahead.length - SLOTS).map((step, i, all) => (
        <li key={i} class={i === all.length - 1 ? "now" : "ok"} style={{ gridColumn: i + 1 }}>
          {stepName(step, teller)}
        </li>
      ))}
      {ahead.map((kind, i) => (
        <li key={kind} style={{ gridColumn: SLOTS - ahead.length + i + 1 }}>
          {t(`web.step.${kind}`)}
        </li>
      ))}
    </ol>
  );
}
