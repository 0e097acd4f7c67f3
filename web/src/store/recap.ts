/** What happened since somebody's last decision, shown again while the table goes on. */
import type { Picture } from "../net/picture";
import type * as wire from "../net/wire";
import type { Beat } from "./director";
import { PositionStore } from "./positions";
import type { TableStore } from "./table";

/** Who asks to see it sees it, however fast the table is. */
const LEAST = 0.4;

export class Recap extends PositionStore {
  constructor(
    private readonly table: TableStore,
    legend: wire.Legend,
    from: Picture | null,
    beats: readonly Beat[],
  ) {
    super(LEAST);
    this.info.value = table.info.value;
    this.seat.value = table.seat.value;
    if (this.info.value) this.learn(legend, this.info.value);
    this.stand(from);
    this.director.play(beats, () => this.stop());
  }

  /** Go back to how the table is now. */
  stop(): void {
    if (this.table.recap.peek() === this) this.table.recap.value = null;
    this.end();
  }
}
