/** Dragging a tile from the hand to a space; a short press stays a click. */
import type { Choosing } from "../store/choosing";
import { carry } from "./flights";
import { hideTip } from "./tip";

const SLACK = 8;

export function beginDrag(start: PointerEvent, card: HTMLElement, tile: string, choosing: Choosing): void {
  if (start.button) return;
  let ghost: HTMLElement | null = null;
  const target = (event: PointerEvent): string | null => {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    return under?.closest<HTMLElement>("[data-space]")?.dataset.space ?? null;
  };
  const move = (event: PointerEvent): void => {
    const far = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > SLACK;
    // a finger that moves sideways scrolls the hand; upwards it lifts the tile
    if (
      !ghost &&
      far &&
      (start.pointerType === "mouse" || start.clientY - event.clientY > Math.abs(event.clientX - start.clientX))
    ) {
      hideTip();
      choosing.held.value = tile;
      choosing.aimed.value = null;
      ghost = card.cloneNode(true) as HTMLElement;
      ghost.className = "card ghost";
      ghost.removeAttribute("data-tile");
      ghost.setAttribute("aria-hidden", "true");
      document.body.append(ghost);
      document.body.classList.add("dragging");
    }
    if (!ghost) return;
    event.preventDefault();
    ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -60%)`;
    for (const old of document.querySelectorAll(".cell.over")) old.classList.remove("over");
    const id = target(event);
    if (id && choosing.lit.value.has(id))
      document.querySelector(`[data-space="${CSS.escape(id)}"]`)?.classList.add("over");
  };
  const stop = (event: PointerEvent): void => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", stop);
    removeEventListener("pointercancel", stop);
    if (!ghost) return;
    const id = event.type === "pointerup" ? target(event) : null;
    ghost.remove();
    document.body.classList.remove("dragging");
    for (const old of document.querySelectorAll(".cell.over")) old.classList.remove("over");
    // the click that comes with the end of a drag is none
    const swallow = (click: Event): void => click.stopPropagation();
    addEventListener("click", swallow, true);
    setTimeout(() => removeEventListener("click", swallow, true), 0);
    if (id) {
      carry(tile);
      choosing.pickTarget(id);
    } else choosing.held.value = null;
  };
  addEventListener("pointermove", move, { passive: false });
  addEventListener("pointerup", stop);
  addEventListener("pointercancel", stop);
}
