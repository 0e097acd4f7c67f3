/** What a person prefers, kept in this browser. */
import { computed, effect, signal } from "@preact/signals";

export type Speed = "slow" | "normal" | "fast" | "instant";
const SPEEDS: Speed[] = ["slow", "normal", "fast", "instant"];
export const nextSpeed = (speed: Speed): Speed => SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? "normal";

export type Theme = "auto" | "light" | "dark";

export interface Settings {
  name: string;
  language: string; // none: as the browser asks for
  speed: Speed;
  theme: Theme;
  confirm: boolean;
  typewriter: boolean;
  sound: boolean;
  notify: boolean;
  still: boolean; // nothing travels, whatever the system says
  talk: boolean; // bots remark on what everybody sees
}

const KEY = "estoril.settings";
const USUAL: Settings = {
  name: "",
  language: "",
  speed: "normal",
  theme: "auto",
  confirm: false,
  typewriter: true,
  sound: false,
  notify: false,
  still: false,
  talk: false,
};

function read(): Settings {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return USUAL;
  }
}

export const settings = signal<Settings>(read());

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
export const reducedMotion = computed(() => settings.value.still || isStill.value);
night.addEventListener("change", () => (isNight.value = night.matches));
still.addEventListener("change", () => (isStill.value = still.matches));

export const isDark = (): boolean =>
  settings.value.theme === "dark" || (settings.value.theme === "auto" && isNight.value);

effect(() => {
  const root = document.documentElement;
  root.classList.toggle("dark", isDark());
  root.classList.toggle("plain-log", !settings.value.typewriter);
  root.classList.toggle("still", reducedMotion.value);
  root.classList.toggle("instant", settings.value.speed === "instant");
});
