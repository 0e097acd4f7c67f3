/** Which puzzles were tried in this browser, and whether the first answer was right. Nobody else has the list. */
import { signal } from "@preact/signals";

/** By the id of a puzzle: whether the first answer was right. */
export type Solved = Record<string, boolean>;

const KEY = "estoril.puzzles";

function read(): Solved {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Solved;
    return typeof found === "object" && found !== null && !Array.isArray(found) ? found : {};
  } catch {
    return {};
  }
}

export const solved = signal<Solved>(read());

/** Note an answer; only the first one to a puzzle counts. */
export function noteAnswer(puzzle: string, right: boolean): void {
  if (puzzle in solved.value) return;
  solved.value = { ...solved.value, [puzzle]: right };
  try {
    localStorage.setItem(KEY, JSON.stringify(solved.value));
  } catch {
    // without a store it lasts as long as the page
  }
}

/** Forget all answers. */
export function dropAnswers(): void {
  solved.value = {};
  try {
    localStorage.removeItem(KEY);
  } catch {
    // nothing was kept
  }
}
