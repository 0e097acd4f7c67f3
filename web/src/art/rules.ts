/** What is special about a location, as a small sign around the origin that fits into its band. */

import type { Traits } from "../net/wire";
import { flagMarkup } from "./flags";
import { peekMarkup } from "./marks";
import { C, FONT } from "./palette";
import { venus } from "./shapes";
import { signMarkup } from "./signs";
import { circle, frame, group, line, type Markup, path, rect, text } from "./svg";
import { d12Markup, dieMarkup } from "./things/dice";
import { rouletteMarkup } from "./things/roulette";

export type { Traits };

/** Its number is that of a die which can be moved. */
export const hasDie = (traits: Traits): boolean => Object.keys(traits.die_moves ?? {}).length > 0;

export interface RuleSign {
  readonly width: number;
  readonly markup: Markup;
}

const plus = (x: number, n: number): Markup =>
  text(x, 6, 16, `+${n}`, C.brassLight, FONT.capitals, 'font-weight="600"');
const bonus = (picture: Markup, n: number): RuleSign => ({
  width: 44,
  markup: group("translate(-11 0)", picture) + plus(12, n),
});

const NO_ASSASSINS =
  group("translate(-11 -11) scale(.69)", signMarkup("assassin")) +
  line("M-9 9L9 -9", C.cream, 4.6) +
  line("M-9 9L9 -9", C.coral, 2.6);
const DICE =
  group("translate(-13 -9) rotate(-9) scale(.46)", dieMarkup(3)) +
  group("translate(1 -5) rotate(14) scale(.44)", dieMarkup(2, true));
const FALL =
  circle(-2, -7, 3, C.cream) +
  line("M-1 -4L2 2L-3 6M0 -2L6 -4M2 2L7 5", C.cream, 2.2) +
  line("M-10 9Q-6 6 -3 9Q0 6 4 9Q7 6 10 9", C.surf, 1.8);
const TURNS = line("M-9 2A9 9 0 1 1 0 9", C.brassLight, 2.6) + path("M5 9L-3 4V14Z", C.brassLight);
const OUTWARD =
  frame(-5, -5, 10, 10, 1.5, C.cream, 1.8) +
  path("M0 -12L4 -7H-4ZM0 12L4 7H-4ZM-12 0L-7 4V-4ZM12 0L7 4V-4Z", C.brassLight);
const OPEN_FOLDER = path("M-11 -6H-4L-2 -3H11V8H-11Z", C.manila) + path("M-11 8L-7 -1H13L11 8Z", C.brassLight);

/** The sign of a location's traits; `open` says that nothing lies face down on it, `eye` that it peeks anywhere. */
export function ruleSign(traits: Traits, { open = false, eye = false } = {}): RuleSign | undefined {
  const plain = (markup: Markup, width = 26): RuleSign => ({ width, markup });
  if (traits.no_assassins) return plain(NO_ASSASSINS);
  if (traits.flag_bonus)
    return bonus(
      rect(-10.5, -7.5, 21, 15, C.ink, 'rx="1"') +
        group("translate(-9.5 -6.4) scale(.64)", flagMarkup(traits.flag_bonus.flag)),
      traits.flag_bonus.strength,
    );
  if (traits.all_outer) return plain(OUTWARD);
  if (traits.dice) return plain(DICE, 28);
  if (traits.roulette) return plain(group("translate(-12 -12) scale(.15)", rouletteMarkup()));
  if (traits.sacrifice) return plain(FALL);
  if (traits.rotates) return plain(TURNS);
  if (traits.nationalism_bonus)
    return bonus(group("translate(-10.5 -10.5) scale(.66)", signMarkup("nationalism")), traits.nationalism_bonus);
  if (traits.woman_bonus)
    return bonus(
      rect(-9, -11, 18, 22, C.paper, 'rx="5"') + group("translate(-6.5 -8.8) scale(1.1)", venus()),
      traits.woman_bonus,
    );
  if (hasDie(traits)) return plain(group("scale(.5)", d12Markup("±")));
  if (eye) return plain(group("translate(-12 -8) scale(.8)", peekMarkup("anywhere")), 30);
  if (open) return plain(OPEN_FOLDER);
  return undefined;
}
