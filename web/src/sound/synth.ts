/** Paper, felt and brass: every sound is made in the page, short and soft, from tones and filtered noise. */
import { reducedMotion, settings } from "../store/settings";
import type { Sound } from "./score";

/** A tone that fades: its pitch, when it begins, how long and how loud it is, and the pitch that it glides to. */
interface Tone {
  hz: number;
  at?: number;
  for: number;
  loud: number;
  to?: number;
  wave?: OscillatorType;
}

/** A breath of noise through a filter that moves from one pitch to another. */
interface Breath {
  from: number;
  to: number;
  at?: number;
  for: number;
  loud: number;
  through?: BiquadFilterType;
}

interface Recipe {
  tones?: Tone[];
  breaths?: Breath[];
}

const bell = (hz: number, at: number): Tone[] => [
  { hz, at, for: 1.1, loud: 0.2 },
  { hz: hz * 2.76, at, for: 0.4, loud: 0.05 },
  { hz: hz * 5.4, at, for: 0.15, loud: 0.02 },
];
const brass = (hz: number, at: number, long = 0.5): Tone => ({ hz, at, for: long, loud: 0.12, wave: "triangle" });
const leather: Recipe = {
  tones: [{ hz: 120, for: 0.09, loud: 0.3, to: 70 }],
  breaths: [{ from: 900, to: 300, for: 0.07, loud: 0.3 }],
};
const tick = (at: number, loud = 0.18): Breath => ({ from: 2600, to: 1800, at, for: 0.03, loud, through: "bandpass" });

const RECIPES: Record<Sound, Recipe> = {
  turn: { tones: [...bell(1319, 0), ...bell(1760, 0.22)] },
  card: leather,
  close: {
    tones: [{ hz: 150, for: 0.08, loud: 0.25, to: 80 }],
    breaths: [{ from: 2200, to: 500, for: 0.1, loud: 0.35, through: "bandpass" }],
  },
  open: { breaths: [{ from: 1200, to: 4200, for: 0.18, loud: 0.16, through: "bandpass" }] },
  shot: {
    tones: [{ hz: 95, for: 0.16, loud: 0.5, to: 42 }],
    breaths: [{ from: 520, to: 110, for: 0.15, loud: 0.5 }],
  },
  embrace: {
    tones: [
      { hz: 523, for: 0.55, loud: 0.12, to: 659 },
      { hz: 392, at: 0.08, for: 0.6, loud: 0.1, to: 494 },
    ],
  },
  shield: { tones: [brass(392, 0), brass(588, 0.04)] },
  swap: {
    breaths: [
      { from: 900, to: 2600, for: 0.12, loud: 0.18, through: "bandpass" },
      { from: 2600, to: 900, at: 0.14, for: 0.12, loud: 0.18, through: "bandpass" },
    ],
  },
  dice: { breaths: [0, 0.07, 0.12, 0.21, 0.33].map((at, i) => tick(at, 0.3 - i * 0.04)) },
  roulette: { breaths: [0, 0.05, 0.1, 0.16, 0.23, 0.31, 0.4, 0.51, 0.65].map((at) => tick(at)) },
  reward: { tones: [brass(523, 0), brass(659, 0.12), brass(784, 0.24, 0.8)] },
  round: {
    tones: [{ hz: 90, for: 0.12, loud: 0.45, to: 60 }],
    breaths: [{ from: 1500, to: 400, for: 0.06, loud: 0.25 }],
  },
  end: { tones: [523, 659, 784, 1047].flatMap((hz, i) => brass(hz, i * 0.16, 1.4)) },
  said: { breaths: [tick(0, 0.3), tick(0.09, 0.2)] },
};

/** How loud it is as a whole, so that the largest setting is still soft. */
const MOST = 0.6;

let context: AudioContext | null = null;
/** How many sounds are to be heard now; without any the context rests, as silence too is worked for. */
let sounding = 0;
let hiss: AudioBuffer | null = null;

/** Whether sounds are to be heard: nobody is to be startled who asked for less. */
export const audible = (): boolean => !settings.value.muted && settings.value.volume > 0 && !reducedMotion.value;

/** A browser lets a page sound once somebody has touched it; so do we. */
function wake(): void {
  if (context || !audible() || !("AudioContext" in globalThis)) return;
  context = new AudioContext();
  void context.suspend();
}
addEventListener("pointerdown", wake);
addEventListener("keydown", wake);

/** A second of noise, the same every time. */
function noise(ctx: AudioContext): AudioBuffer {
  if (hiss) return hiss;
  hiss = ctx.createBuffer(1, ctx.sampleRate, ctx.sampleRate);
  const samples = hiss.getChannelData(0);
  let seed = 1942;
  for (let i = 0; i < samples.length; i++) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    samples[i] = seed / 1073741824 - 1;
  }
  return hiss;
}

/** Let something be heard that fades away. */
function fading(ctx: AudioContext, out: AudioNode, at: number, { for: long, loud }: Tone | Breath): GainNode {
  const gain = ctx.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  gain.connect(out);
  return gain;
}

export function play(sound: Sound): void {
  const ctx = context;
  if (!ctx || !audible() || document.hidden) return;
  sounding += 1;
  void ctx.resume();
  const out = ctx.createGain();
  out.gain.value = settings.value.volume * MOST;
  out.connect(ctx.destination);
  const { tones = [], breaths = [] } = RECIPES[sound];
  const made: AudioScheduledSourceNode[] = [];
  for (const tone of tones) {
    const at = ctx.currentTime + (tone.at ?? 0);
    const source = ctx.createOscillator();
    source.type = tone.wave ?? "sine";
    source.frequency.setValueAtTime(tone.hz, at);
    if (tone.to) source.frequency.exponentialRampToValueAtTime(tone.to, at + tone.for);
    source.connect(fading(ctx, out, at, tone));
    source.start(at);
    source.stop(at + tone.for);
    made.push(source);
  }
  for (const breath of breaths) {
    const at = ctx.currentTime + (breath.at ?? 0);
    const source = ctx.createBufferSource();
    source.buffer = noise(ctx);
    const filter = ctx.createBiquadFilter();
    filter.type = breath.through ?? "lowpass";
    filter.frequency.setValueAtTime(breath.from, at);
    filter.frequency.exponentialRampToValueAtTime(breath.to, at + breath.for);
    source.connect(filter).connect(fading(ctx, out, at, breath));
    source.start(at);
    source.stop(at + breath.for);
    made.push(source);
  }
  let left = made.length;
  for (const source of made)
    source.onended = () => {
      left -= 1;
      if (left) return;
      out.disconnect();
      sounding -= 1;
      if (!sounding) void ctx.suspend();
    };
}
