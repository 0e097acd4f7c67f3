/** What a person prefers, kept in this browser. */
import { computed, effect, signal } from "@preact/signals";

export type Speed = "slow" | "normal" | "fast" | "instant";
export const SPEEDS: readonly Speed[] = ["slow", "normal", "fast", "instant"];

export type Theme = "auto" | "light" | "dark";
/** Whether a choice waits for yes: where a finger may slip, always, or never. */
export type Confirm = "touch" | "always" | "never";

/** Whether the coach says when a choice throws much away: in one's first games, always, or never. */
export type Coach = "first" | "always" | "never";

export interface Settings {
  name: string;
  language: string; // none: as the browser asks for
  speed: Speed;
  theme: Theme;
  confirm: Confirm;
  typewriter: boolean;
  muted: boolean;
  volume: number; // 0 to 1
  notify: boolean;
  still: boolean; // nothing travels and nothing sounds, whatever the system says
  talk: boolean; // bots remark on what everybody sees
  coach: Coach;
}

const KEY = "estoril.settings";
const USUAL: Settings = {
  name: "",
  language: "",
  speed: "normal",
  theme: "auto",
  confirm: "touch",
  typewriter: true,
  muted: false,
  volume: 0.6,
  notify: false,
  still: false,
  talk: false,
  coach: "first",
};

function read(): Settings {
  try {
    const found = { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
    // it was once yes or no
    if (typeof found.confirm === "boolean") found.confirm = found.confirm ? "always" : USUAL.confirm;
    return found;
  } catch {
    return USUAL;
  }
}

export const settings = signal<Settings>(read());

// what is chosen in another tab holds here too
addEventListener("storage", ({ key }) => {
  if (key === KEY) settings.value = read();
});

export function prefer(change: Partial<Settings>): void {
  settings.value = { ...settings.value, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.value));
  } catch {
    // a browser that keeps nothing still plays
  }
}

const night = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const isNight = signal(night.matches);
const isStill = signal(still.matches);
/** Whether somebody asked for less: of the whole system, or here. */
export const reducedMotion = computed(() => isStill.value || settings.value.still);
night.addEventListener("change", () => (isNight.value = night.matches));
still.addEventListener("change", () => (isStill.value = still.matches));

/** Whether the page was last touched by a finger. */
const byFinger = signal(matchMedia("(pointer: coarse)").matches);
addEventListener("pointerdown", ({ pointerType }) => (byFinger.value = pointerType === "touch"), true);

/** Whether a choice waits for yes. */
export const confirms = (): boolean => {
  const { confirm } = settings.value;
  return confirm === "always" || (confirm === "touch" && byFinger.value);
};

export const isDark = (): boolean =>
  settings.value.theme === "dark" || (settings.value.theme === "auto" && isNight.value);

effect(() => {
  const root = document.documentElement;
  root.classList.toggle("dark", isDark());
  root.classList.toggle("plain-log", !settings.value.typewriter);
  root.classList.toggle("still", reducedMotion.value);
  root.classList.toggle("instant", settings.value.speed === "instant");
});
