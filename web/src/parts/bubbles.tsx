/** What somebody has just said, beside them. */
import { seatOf, type TableStore } from "../store/table";
import { tellLine } from "./log";
import { Mark } from "./pieces";

/** Where a bubble is: beside the seat where that is seen, else below the bar. */
function spotOf(seat: number | null, i: number): Record<string, string> {
  const box = document.querySelector(`.players [data-seat="${seat}"]`)?.getBoundingClientRect();
  const seen = box && box.width > 0 && box.left < innerWidth && box.top < innerHeight;
  if (!seen || innerWidth < 900) return { left: "12px", top: `${54 + i * 52}px` };
  return { left: `${box.right - 12}px`, top: `${box.top + 10}px` };
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
