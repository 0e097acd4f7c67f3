/** A puzzle on the real table: what is shown comes from the server once, and the first answer ends it. */
import { computed, signal } from "@preact/signals";
import * as api from "../net/api";
import type { Line, TableLine } from "../net/socket";
import type * as wire from "../net/wire";
import { noteAnswer } from "./solved";
import { TableStore, tellFailure } from "./table";

/** All puzzles, asked for once. */
let list: Promise<wire.Puzzles> | null = null;
export function listPuzzles(): Promise<wire.Puzzles> {
  list ??= api.puzzles().catch((error: unknown) => {
    list = null;
    throw error;
  });
  return list;
}

/** Forget the list: another day has another puzzle. */
export function refreshPuzzles(): void {
  list = null;
}

/** The puzzle after one that was not tried yet, beginning again after the last; the very next where all were. */
export function nextPuzzle(puzzles: readonly wire.PuzzleEntry[], id: string, tried: object): string {
  const at = puzzles.findIndex((one) => one.id === id);
  const after = [...puzzles.slice(at + 1), ...puzzles.slice(0, Math.max(0, at))];
  return (after.find((one) => !(one.id in tried)) ?? after[0])?.id ?? id;
}

/** The other end of a puzzle's table: it poses, and takes one answer. */
class PuzzleLine implements TableLine {
  readonly line = signal<Line>("online");
  readonly keeping = signal(true);
  readonly skew = signal(0);
  onTold: (told: wire.Told) => void = () => {};
  onClosed: (reason: string) => void = () => {};
  onAnswer: (code: number) => void = () => {};
  #puzzle = "";

  pose({ id, snapshot }: wire.PosedPuzzle): void {
    this.#puzzle = id;
    const now = Date.now() / 1000;
    this.onTold({ type: "welcome", protocol: 0, table: id, seat: snapshot.seat, host: false, number: 1, now });
    this.onTold({ type: "seen", snapshot });
  }

  async ask(request: wire.Ask["request"]): Promise<wire.Done> {
    if (request.command === "act" && typeof request.action === "number") this.onAnswer(request.action);
    return { type: "done", id: 0, number: 1 };
  }

  async why(tile: string | null, target: string | null): Promise<wire.Because | wire.Refused> {
    const asked = { ...(tile && { tile }), ...(target && { target }) };
    const found = await api.puzzleWhy(this.#puzzle, asked).catch(() => ({}) as wire.Barred);
    return { type: "because", id: 0, ...found };
  }

  end(): void {
    this.line.value = "closed";
  }
}

export class PuzzleStore extends TableStore {
  readonly puzzle = signal<wire.PosedPuzzle | null>(null);
  /** The code of the action that was chosen. */
  readonly answer = signal<number | null>(null);
  readonly right = computed(() => this.answer.value !== null && this.answer.value === this.best.value?.code);
  readonly best = computed(() => this.puzzle.value?.answers[0] ?? null);
  /** Why there is nothing to be seen. */
  readonly failed = signal<string | null>(null);
  readonly #line: PuzzleLine;

  constructor() {
    const line = new PuzzleLine();
    super("puzzle", null, line);
    this.#line = line;
    line.onAnswer = (code) => this.#take(code);
  }

  /** Fetch a puzzle by its id, or that of the day, and pose it. */
  async pose(id: string): Promise<void> {
    try {
      const puzzle = await api.puzzle(id === "daily" ? (await listPuzzles()).daily : id);
      this.puzzle.value = puzzle;
      this.#line.pose(puzzle);
    } catch (error) {
      this.failed.value = tellFailure(error);
    }
  }

  #take(code: number): void {
    const { puzzle } = this;
    if (!puzzle.value || this.answer.value !== null) return;
    this.answer.value = code;
    noteAnswer(puzzle.value.id, this.right.value);
  }
}
