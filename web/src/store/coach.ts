/** The coach: says beforehand, once and kindly, when what a beginner is about to do throws much away. */
import * as api from "../net/api";
import type * as wire from "../net/wire";
import { sure } from "../parts/sure";
import { t } from "../words/words";
import { chanceOf } from "./review";
import type { TableStore } from "./table";

/** Milliseconds for which a choice waits for the coach. */
const PATIENCE = 2500;

/** Turns about which something was said. */
const warned = new WeakMap<TableStore, number>();

/** Let the coach look at a choice; say whether to go on with it. What the coach cannot tell in time stays untold. */
export async function coached(store: TableStore, code: number): Promise<boolean> {
  const turn = store.now.peek()?.turn ?? 0;
  if (warned.get(store) === turn) return true;
  const late = new Promise<null>((done) => setTimeout(done, PATIENCE, null));
  const asked = api.hint(store.id, store.token, { turn, considering: code }).catch(() => null);
  const told: wire.Advised | null = await Promise.race([asked, late]);
  const [best, considered] = [told?.hints?.[0], told?.considered];
  if (!best || !considered || store.now.peek()?.turn !== turn) return true;
  warned.set(store, turn);
  const { say } = store.teller.peek();
  const text = t("web.coach.about", {
    chance: chanceOf(considered.chance, considered.error),
    best: say(best.said),
    better: chanceOf(best.chance, best.error),
  });
  return sure(t("web.coach"), text, t("web.coach.anyway"));
}
