/** Messages by key, from the server's catalogue; a change of language redraws what was said. */
import { signal } from "@preact/signals";
import * as api from "../net/api";
import type { Words } from "../net/wire";

export type Arguments = Record<string, string | number>;

const spoken = signal<Words | null>(null);

export const language = (): string => spoken.value?.language ?? "en";
export const languages = (): string[] => spoken.value?.languages ?? ["en"];

export async function speak(wanted: string): Promise<void> {
  try {
    spoken.value = await api.words(wanted);
  } catch (problem) {
    if (wanted === "en") throw problem;
    spoken.value = await api.words("en");
  }
  document.documentElement.lang = language();
}

const fill = (text: string, given: Arguments): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(given[name] ?? whole));

export const knows = (key: string): boolean => spoken.value?.messages[key] !== undefined;

/** Say a message. A key without one shows itself, so that it is noticed. */
export function t(key: string, given: Arguments = {}): string {
  const found = spoken.value?.messages[key];
  if (found === undefined) return key;
  return fill(typeof found === "string" ? found : (found[0] ?? key), given);
}

/** Say a message in the form for a number. */
export function tn(key: string, number: number, given: Arguments = {}): string {
  const words = spoken.value;
  const found = words?.messages[key];
  if (!words || found === undefined) return key;
  const size = Math.abs(number);
  const form = words.plural[size < 200 ? size : 100 + (size % 100)] ?? 0;
  const text = typeof found === "string" ? found : (found[form] ?? found[0] ?? key);
  return fill(text, { number, ...given });
}

export const listed = (items: string[]): string =>
  new Intl.ListFormat(language(), { style: "long", type: "conjunction" }).format(items);
