/** Messages by key, from the server's catalogue; a change of language redraws what was said. */
import { signal } from "@preact/signals";
import * as api from "../net/api";
import type { Options, Words } from "../net/wire";

export type Arguments = Record<string, string | number>;

const spoken = signal<Words | null>(null);
const played = signal<string[]>([]);

export const language = (): string => spoken.value?.language ?? "en";
export const languages = (): string[] => [...new Set([...(spoken.value?.languages ?? []), language()])];

/** Speak a language; without one, or where it is not known, the one that the browser prefers. */
export async function speak(wanted: string): Promise<void> {
  try {
    spoken.value = await api.words(wanted);
  } catch (problem) {
    if (!wanted) throw problem;
    spoken.value = await api.words("");
  }
  document.documentElement.lang = language();
}

/** Use the words of a game from now on: its rulings and edition may word things otherwise (`KEY@NAME`). */
export function wordsOf(options: Options): void {
  played.value = [...(options.rulings ?? []), options.edition ?? ""];
}

const found = (key: string): string | string[] | undefined => {
  const messages = spoken.value?.messages;
  const own = played.value.map((name) => messages?.[`${key}@${name}`]);
  return own.find((message) => message !== undefined) ?? messages?.[key];
};

const fill = (text: string, given: Arguments): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(given[name] ?? whole));

export const knows = (key: string): boolean => found(key) !== undefined;

/** Say a message. A key without one shows itself, so that it is noticed. */
export function t(key: string, given: Arguments = {}): string {
  const message = found(key);
  if (message === undefined) return key;
  return fill(typeof message === "string" ? message : (message[0] ?? key), given);
}

/** Say a message in the form for a number. */
export function tn(key: string, number: number, given: Arguments = {}): string {
  const words = spoken.value;
  const message = found(key);
  if (!words || message === undefined) return key;
  const size = Math.abs(number);
  const form = words.plural[size < 200 ? size : 100 + (size % 100)] ?? 0;
  const text = typeof message === "string" ? message : (message[form] ?? message[0] ?? key);
  return fill(text, { number, ...given });
}

export const signed = (number: number): string => (number < 0 ? `−${-number}` : `+${number}`);

export const listed = (items: string[]): string =>
  new Intl.ListFormat(language(), { style: "long", type: "conjunction" }).format(items);
