/** What somebody has just said, beside them. */
import { seatOf, type TableStore } from "../store/table";
import { tellLine } from "./log";
import { Mark } from "./pieces";

/** How wide a bubble can be, and how high it mostly is; two that come at once do not lie upon each other. */
const WIDE = 300;
const HIGH = 52;

function seen(selector: string): DOMRect | null {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  return box?.width && box.left < innerWidth && box.top < innerHeight ? box : null;
}

/** Where the bubble of a seat is: beside it, below it in a phone's line of players, or below the bar. */
function spotOf(seat: number | null, i: number): Record<string, string> {
  const beside = seen(`.players [data-seat="${seat}"]`);
  if (beside && beside.right + WIDE <= innerWidth)
    return { left: `${beside.right - 12}px`, top: `${beside.top + 10}px` };
  const above = seen(`[data-strip="${seat}"]`);
  const left = Math.max(12, Math.min(above?.left ?? 0, innerWidth - WIDE - 12));
  return { left: `${left}px`, top: `${(above?.bottom ?? 48) + 6 + i * HIGH}px` };
}

export function Bubbles({ store }: { store: TableStore }) {
  return (
    <div class="bubbles" aria-hidden="true">
      {store.aloud.value.map((line, i) => {
        const seat = seatOf(line);
        const colour = seat === null ? undefined : store.info.value?.seats[seat]?.colour;
        return (
          <q key={line.id} style={spotOf(seat, i)}>
            {colour && <Mark colour={colour} px={16} />}{" "}
            <b>{line.chat?.name ?? store.teller.value.player(seat ?? 0)}</b> {tellLine(line, store)}
          </q>
        );
      })}
    </div>
  );
}
