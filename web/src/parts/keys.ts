/** Everything by keyboard: numbers pick tiles, arrows walk the grid, Escape puts back. */
import type { Choosing } from "../store/choosing";
import type { TableStore } from "../store/table";

const STEP: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const typing = (element: Element | null): boolean => !!element?.matches("input, select, textarea");

/** Walk from the focused cell to the nearest one in a direction. */
function walk([down, right]: [number, number]): void {
  const cells = found(`${stage()} .cell`);
  const from = document.activeElement as HTMLElement | null;
  if (!from || !cells.includes(from)) {
    (cells.find((cell) => cell.classList.contains("lit")) ?? cells[0])?.focus();
    return;
  }
  const at = (cell: HTMLElement) => [Number(cell.dataset.row), Number(cell.dataset.column)] as const;
  const [row, column] = at(from);
  let best: HTMLElement | null = null;
  let least = Infinity;
  for (const cell of cells) {
    const [r, c] = at(cell);
    const ahead = (r - row) * down + (c - column) * right;
    const aside = Math.abs((r - row) * right) + Math.abs((c - column) * down);
    const far = ahead + aside * 3;
    if (ahead > 0 && far < least) [best, least] = [cell, far];
  }
  best?.focus();
}

/** Where one chooses: in the show, if that covers the table. */
const stage = (): string => (document.querySelector(".show") ? ".show" : ".grid");

const found = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];

/** Go to the next thing that can be chosen: targets if there are any, else tiles; then the answers. */
function next(back: boolean): void {
  const lit = found(`${stage()} .lit`);
  const tiles = lit.length ? [] : found(".discarding .card, .tray.asked .card:not(.dim)");
  const all = [...lit, ...tiles, ...found(".tray.asked .side.r button:not(:disabled)")];
  const here = all.indexOf(document.activeElement as HTMLElement);
  all.at(back ? Math.max(here, 0) - 1 : (here + 1) % all.length)?.focus();
}

interface Tools {
  help: () => void;
  folder: (space: string) => void;
}

/** Open the folder that has the focus. */
function note({ folder }: Tools): void {
  const { space } = (document.activeElement as HTMLElement | null)?.dataset ?? {};
  if (space) folder(space);
}

export function onKey(event: KeyboardEvent, store: TableStore, choosing: Choosing, tools: Tools): void {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]:modal")) return;
  if (typing(document.activeElement)) {
    if (event.key === "Escape") (document.activeElement as HTMLElement).blur();
    return;
  }
  const take = (): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  const recap = store.recap.value;
  const { director } = recap ?? store;
  if (event.key === " " && director.busy.value) {
    take();
    director.skip(event.shiftKey);
  } else if (/^[0-9]$/.test(event.key)) {
    const card = found(".hand .card")[(Number(event.key) + 9) % 10];
    card?.click();
    card?.focus();
  } else if (event.key in STEP) {
    take();
    walk(STEP[event.key] ?? [0, 0]);
  } else if (event.key === "Escape" && recap) recap.stop();
  else if (event.key === "Escape") choosing.back();
  else if (event.key === "Enter" && choosing.ready.value !== null && !document.activeElement?.matches(".cell, button"))
    choosing.confirm();
  else if (event.key === "n" || event.key === "N") next(event.key === "N");
  else if (event.key === "p") director.pause();
  else if (event.key === "u") void store.undo();
  else if (event.key === "r") store.showAgain();
  else if (event.key === "m") note(tools);
  else if (event.key === "c") {
    take();
    document.getElementById("say")?.focus();
  } else if (event.key === "?") tools.help();
}
