/** How the table is laid out in the window: what goes where, and how large the parts are. */
import { useWindow } from "./measure";

/**
 * `sides`: players, boards, missions and log side by side. `broad`: missions above the boards, so that these can be
 * wider. `tall`: boards across, the rest below. `phone`: boards that pan, and a drawer; `flat`: that, lying.
 */
export type Form = "sides" | "broad" | "tall" | "phone" | "flat";

export interface Room {
  wide: number;
  high: number;
  form: Form;
  /** Whether one thing at a time is shown below the boards. */
  phone: boolean;
  /** Classes of the table. */
  classes: string;
  /** Measures for the style, in pixels. */
  style: Record<string, string>;
  /** The largest tile in hand. */
  hand: number;
}

const GAP = 8;
/** A board is a little higher than it is wide. */
const SHAPE = 316 / 300;

/** The measures of a laptop or larger screen. */
function desk(wide: number, high: number, text: number) {
  const small = high < 800 || wide < 1300;
  const head = (small ? 40 : 46) * Math.max(1, text);
  const hand = Math.round(Math.max(84, Math.min(170, high * (small ? 0.128 : 0.138), wide * 0.14)));
  return {
    head,
    hand,
    tray: hand + 46,
    left: (small ? 12.25 : 14.5) * 16 * text,
    right: (small ? 14.75 : 16.25) * 16 * text,
    missions: (small ? 4.25 : 5.2) * 16 * text,
  };
}

/** How large boards can be in so much room. */
const boardIn = (wide: number, high: number, columns: number): number =>
  Math.floor(Math.min((wide - (columns - 1) * GAP) / columns, (high - GAP) / 2 / SHAPE));

export function layOut(wide: number, high: number, text: number, players: number, columns: number): Room {
  const made = (form: Form, hand: number, measures: Record<string, number>): Room => ({
    wide,
    high,
    form,
    phone: form === "phone" || form === "flat",
    classes: ` ${form}${form === "flat" ? " phone" : ""} p${players}`,
    style: Object.fromEntries(Object.entries(measures).map(([name, px]) => [`--${name}`, `${Math.floor(px)}px`])),
    hand,
  });
  // large text needs room like a small screen
  if (wide < 700 * text || high < 540 * text) {
    if (wide > high) return made("flat", Math.min(76, 70 * text), { head: 40 * text });
    const hand = high < 780 ? 88 : 104;
    return made("phone", hand, { head: 50 * text, seats: 44 * text, tray: hand + 26 + 70 * text });
  }
  const { head, hand, tray, left, right, missions } = desk(wide, high, text);
  if (high > wide && wide < 1100 * text) {
    const most = high - head - tray - Math.max(320 * text, high * 0.28);
    const board = boardIn(wide - 20, most, columns);
    return made("tall", hand, { head, tray, grid: 2 * Math.ceil(board * SHAPE) + GAP, left: wide / 2 });
  }
  const rest = high - head - tray - 3 * GAP;
  const beside = boardIn(wide - left - right - 40, rest, columns);
  const below = boardIn(wide - left - 30, rest - missions - GAP, columns);
  return below > beside * 1.04
    ? made("broad", hand, { head, tray, left, missions })
    : made("sides", hand, { head, tray, left, right });
}

export function useRoom(players: number, columns: number): Room {
  const { wide, high, text } = useWindow();
  return layOut(wide, high, text, players, columns);
}
