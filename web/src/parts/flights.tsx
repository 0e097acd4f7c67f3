/** Tiles on their way: from hand to board, from board to a network; and folders that swing open. */
import { effect, signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Fact } from "../net/wire";
import type { PositionStore } from "../store/positions";
import { reducedMotion } from "../store/settings";
import { FolderPic, TilePic } from "./pieces";

interface Spot {
  x: number;
  y: number;
  size: number;
}

interface Flight {
  id: number;
  /** Glides to a place, leaves the table, or is the cover of a folder that opens. */
  kind: "glide" | "leave" | "open";
  tile: string | null;
  from: Spot;
  to: Spot;
  ms: number;
  board: HTMLElement | null;
}

const GLIDE = 320;
const flights = signal<Flight[]>([]);
let next = 1;
let carried: string | null = null;

/** A tile that somebody has carried to its space need not fly there. */
export function carry(tile: string): void {
  carried = tile;
}

/** The show lies over the table: what happens in it is seen there. */
const find = (selector: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`.show ${selector}`) ??
  (document.querySelector(".show") ? null : document.querySelector<HTMLElement>(`.table ${selector}`));

function spotOf(element: Element | null | undefined, size?: number): Spot | null {
  const box = element?.getBoundingClientRect();
  if (!box?.width) return null;
  const side = size ?? Math.min(box.width, box.height);
  return { x: box.x + (box.width - side) / 2, y: box.y + (box.height - side) / 2, size: side };
}

const cell = (id: string): HTMLElement | null => find(`[data-space="${CSS.escape(id)}"]`);
const space = (id: string): Spot | null => spotOf(cell(id));
const reward = (location: string, which: number): Spot | null => space(`${location}.${which ? "R2" : "R"}`);
const seat = (number: number, tile: string | null): Spot | null =>
  spotOf(tile ? find(`.hand [data-tile="${CSS.escape(tile)}"]`) : null) ?? spotOf(find(`[data-seat="${number}"]`), 48);

/** Beside the board: where those come from who are not on it. */
const aside = (to: Spot | null): Spot | null => to && { ...to, x: to.x - to.size * 1.6 };

type Plan = Pick<Flight, "kind" | "tile"> & { from: Spot | null; to: Spot | null; lands?: string };

/** What a fact lets fly. The page still shows how it was before. */
function plan(fact: Fact): Plan | null {
  switch (fact.event) {
    case "placed":
      return fact.tile !== null && fact.tile === carried
        ? null
        : {
            kind: "glide",
            tile: fact.tile,
            from: seat(fact.seat, fact.tile),
            to: space(fact.space),
            lands: fact.space,
          };
    case "taken_back":
      return { kind: "glide", tile: fact.tile, from: space(fact.space), to: seat(fact.seat, null) };
    case "seduced": {
      const to = space(fact.space);
      return { kind: "glide", tile: fact.tile, from: space(fact.source) ?? aside(to), to, lands: fact.space };
    }
    case "reward_won":
      return { kind: "glide", tile: fact.tile, from: reward(fact.location, fact.which), to: seat(fact.seat, null) };
    case "assassinated":
    case "sacrificed":
      if (document.querySelector(".show")) return null; // who leaves is drawn there
      return { kind: "leave", tile: fact.tile, from: space(fact.space), to: space(fact.space) };
    case "agent_turned":
      return { kind: "leave", tile: fact.tile, from: space(fact.by), to: space(fact.by) };
    case "revealed":
      return { kind: "open", tile: null, from: space(fact.space), to: space(fact.space) };
    case "reward_revealed":
    case "reward_shown":
      return {
        kind: "open",
        tile: null,
        from: reward(fact.location, fact.which),
        to: reward(fact.location, fact.which),
      };
    default:
      return null;
  }
}

function launch(fact: Fact, pace: number): void {
  const made = plan(fact);
  carried = null;
  if (!made?.from || !made.to) return;
  const { kind, tile, from, to } = made;
  const ms = GLIDE * Math.min(pace, 1.4);
  const board = made.lands ? (cell(made.lands)?.closest<HTMLElement>(".board") ?? null) : null;
  board?.style.setProperty("--glide", `${ms}ms`); // what lands is not seen before
  flights.value = [...flights.peek(), { id: next++, kind, tile, from, to, ms, board }];
}

function landed(flight: Flight): void {
  flight.board?.style.removeProperty("--glide");
  flights.value = flights.peek().filter((one) => one !== flight);
}

const frames = ({ kind, from, to }: Flight): Keyframe[] => {
  const at = ({ x, y }: Spot): string => `translate(${x}px, ${y}px)`;
  if (kind === "open") {
    return [
      { transform: `${at(from)} perspective(500px) rotateX(0)` },
      { transform: `${at(from)} perspective(500px) rotateX(-85deg)`, opacity: 1, offset: 0.85 },
      { transform: `${at(from)} perspective(500px) rotateX(-100deg)`, opacity: 0 },
    ];
  }
  if (kind === "leave")
    return [
      { transform: at(from) },
      { transform: `translate(${from.x}px, ${from.y + from.size * 0.8}px) scale(0.7)`, opacity: 0 },
    ];
  const scale = to.size / from.size;
  return [
    { transform: at(from) },
    { transform: `translate(${to.x}px, ${to.y - 5}px) scale(${scale * 1.04})`, offset: 0.85 },
    { transform: `${at(to)} scale(${scale})` },
  ];
};

function Flying({ flight }: { flight: Flight }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const moving = box.current?.animate(frames(flight), { duration: flight.ms, easing: "ease-out", fill: "both" });
    if (!moving) return;
    moving.onfinish = () => landed(flight);
    return () => moving.cancel();
  }, []);
  const px = flight.from.size;
  return (
    <div ref={box} class={`flight ${flight.kind}`}>
      {flight.tile ? <TilePic id={flight.tile} px={px} /> : <FolderPic px={px} />}
    </div>
  );
}

export function Flights({ store }: { store: PositionStore }) {
  useEffect(() => {
    const stop = effect(() => {
      const fact = store.fact.value;
      const pace = store.director.pace;
      if (!fact || pace === 0 || reducedMotion.peek()) return;
      // after a decision of mine the show comes back together with what it shows
      if (store.scene.peek() && !document.querySelector(".show")) requestAnimationFrame(() => launch(fact, pace));
      else launch(fact, pace);
    });
    return () => {
      stop();
      for (const flight of flights.peek()) landed(flight);
    };
  }, [store]);
  return (
    <div class="flights" aria-hidden="true">
      {flights.value.map((one) => (
        <Flying key={one.id} flight={one} />
      ))}
    </div>
  );
}
