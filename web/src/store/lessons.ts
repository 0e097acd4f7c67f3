/** The lessons of a first game: what is said, when it matters, and at what it points. */
import { contents } from "../store/content";
import { missionName } from "../words/things";
import { t, tn } from "../words/words";
import { type Advice, advise, type Footing, footing } from "./advice";
import type { Choosing } from "./choosing";
import type { TableStore } from "./table";

export interface Lesson {
  name: string;
  title: string;
  text: string[];
  /** What it points at: the first of these that can be seen. */
  at: string[];
  /** What is not to be covered, where that is more. */
  clear?: string;
  /** The panel that it is in on a small screen. */
  tab?: "hand" | "missions";
  /** It is about a step of the show, which waits for it. */
  shown?: true;
}

interface Moment {
  store: TableStore;
  choosing: Choosing;
}

type Teach = (now: Moment) => Partial<Lesson> | null;

const placing = ({ choosing }: Moment): boolean => choosing.kind.value === "place";
const asked =
  (kind: string, ...at: string[]): Teach =>
  ({ choosing }) =>
    choosing.kind.value === kind ? { at } : null;

/** My characters on the board. */
const laid = ({ store }: Moment) =>
  (store.shown.value?.places ?? []).flatMap((place) =>
    place.spaces.filter((space) => space.occupied && space.owner === store.seat.value).map(() => place),
  );

function advice({ store, choosing }: Moment, tile?: string): Advice | null {
  const view = store.shown.value;
  const placings = choosing.placings.value;
  if (!view || store.seat.value === null) return null;
  return advise(view, store.seat.value, tile ? { [tile]: placings[tile] ?? {} } : placings);
}

/** Say how a seat would stand, or stands. */
const told = (about: "advice" | "judged", { mine, theirs }: Footing, more: Record<string, string> = {}): string => {
  const how = theirs === null ? "alone" : mine > theirs ? "ahead" : "behind";
  return t(`web.guide.${about}.${how}`, { mine, theirs: theirs ?? 0, ...more });
};

const prize = (tile: string): string =>
  t("web.guide.prize", { tile: contents().tile(tile).name, points: tn("points", contents().tile(tile).points) });

/** What is taught; what comes first is said first. */
const LESSONS: [name: string, teach: Teach][] = [
  ["done", ({ store }) => ((store.shown.value?.round ?? 0) > 1 || store.result.value ? {} : null)],
  ["welcome", () => ({ at: [".grid .board"] })],
  [
    "reward",
    (now) => {
      const best = placing(now) ? advice(now) : null;
      if (!best?.reward) return null;
      const location = now.store.teller.value.location(best.location);
      const text = [t("web.guide.reward", { location, reward: prize(best.reward) })];
      return { text, at: [`.grid [data-space="${best.location}.R"]`] };
    },
  ],
  ["missions", (now) => (placing(now) ? { at: [".missions"], tab: "missions" } : null)],
  [
    "pick",
    (now) => {
      if (!placing(now) || now.choosing.held.value) return null;
      const best = advice(now);
      const tile = best && now.store.teller.value.tile(best.tile).replace(/\.$/, "");
      return {
        text: [t("web.guide.pick"), ...(tile ? [t("web.guide.advice.pick", { tile })] : [])],
        at: best ? [`.hand [data-tile="${best.tile}"]`, ".hand"] : [".hand"],
        clear: ".hand",
        tab: "hand",
      };
    },
  ],
  [
    "space",
    (now) => {
      const held = now.choosing.held.value;
      const best = placing(now) && held ? advice(now, held) : null;
      if (!best) return null;
      const space = now.store.teller.value.space(best.space);
      const reward = best.reward && prize(best.reward);
      const tips = [
        reward ? t("web.guide.advice.space", { space, reward }) : t("web.guide.advice.secret", { space }),
        ...(best.mission ? [t("web.guide.advice.mission", { mission: missionName(best.mission) })] : []),
        told("advice", best),
      ];
      return { text: [t("web.guide.space"), tips.join(" ")], at: [`.grid [data-space="${best.space}"]`] };
    },
  ],
  ["peek", asked("peek", ".grid .lit")],
  [
    "laid",
    (now) => {
      const place = placing(now) ? laid(now).at(-1) : undefined;
      if (!place || now.store.seat.value === null) return null;
      const location = now.store.teller.value.location(place.id);
      const stand = told("judged", footing(place, now.store.seat.value), { location });
      return { text: [stand, t("web.guide.laid")], at: [`.grid [data-location="${place.id}"]`] };
    },
  ],
  ["order", (now) => (placing(now) && laid(now).length > 1 ? { at: [".numbers", ".grid .band"] } : null)],
  ["ability", asked("ability", ".grid .lit", ".tray .side.r", ".show .lit")],
  ["bury", asked("bury", ".tray .drawn", ".tray")],
  ["give_up", asked("give_up", ".grid .lit", ".tray")],
  ["discard", asked("discard", ".hand", ".tray")],
];

/** The steps of a resolution, each explained when it is first shown. */
const SHOWN: Record<string, string> = {
  open: ".show .board-frame",
  ability: ".show .board-frame",
  dice: ".show .board-frame",
  strength: ".show .sums",
  loss: ".show .verdict",
  reward: ".show .verdict",
};

function shown({ store }: Moment, heard: readonly string[]): Lesson | null {
  const scene = store.scene.value;
  const kind = scene?.steps.at(-1)?.kind;
  const [tile] = scene?.won ?? [];
  const name = kind === "reward" && !tile ? "show.returned" : `show.${kind}`;
  if (!scene || !kind || heard.includes(name)) return null;
  const given: Record<string, string> = tile
    ? { player: store.teller.value.player(scene.winner ?? 0), reward: prize(tile) }
    : {};
  return {
    name,
    title: t(`web.guide.${name}.title`),
    text: [t(`web.guide.${name}`, given)],
    at: [SHOWN[kind] ?? ".show"],
    shown: true,
  };
}

/** What the guide says now, if anything. */
export function lesson(now: Moment, heard: readonly string[]): Lesson | null {
  if (now.store.staged) return shown(now, heard);
  if (now.store.director.busy.value) return null;
  for (const [name, teach] of LESSONS) {
    if (heard.includes(name)) continue;
    const found = teach(now);
    if (found) {
      const title = t(`web.guide.${name}.title`);
      return { name, title, text: [t(`web.guide.${name}`)], at: [], ...found };
    }
  }
  return null;
}
