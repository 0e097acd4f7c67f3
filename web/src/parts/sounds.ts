/** Lets what is shown be heard. */
import { computed, effect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { soundOf } from "../sound/score";
import { play } from "../sound/synth";
import type { PositionStore } from "../store/positions";
import type { TableStore } from "../store/table";

/** Facts as they are shown; what is skipped is silent. */
export function useSounds(store: TableStore, seen: PositionStore): void {
  useEffect(
    () =>
      effect(() => {
        const fact = seen.fact.value;
        const sound = fact && soundOf(fact);
        if (sound && (seen.director.pace > 0 || sound === "end")) play(sound);
      }),
    [seen],
  );
  useEffect(() => {
    // people are heard, remarks of bots are but seen
    const said = computed(() => store.aloud.value.findLast(({ chat }) => chat)?.id);
    const stops = [
      effect(() => {
        if (store.mine.value) play("turn");
      }),
      effect(() => {
        if (said.value !== undefined) play("said");
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [store]);
}
