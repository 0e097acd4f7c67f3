/** The size of an element, kept up to date. */
import { signal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

export interface Size {
  wide: number;
  high: number;
}

export function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ wide: 0, high: 0 });
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return;
    const read = (): void => setSize({ wide: box.clientWidth, high: box.clientHeight });
    read();
    const watcher = new ResizeObserver(read);
    watcher.observe(box);
    return () => watcher.disconnect();
  }, [element.current]);
  return size;
}

const scale = signal(0);

/** How much larger than usual somebody likes text. */
export function textScale(): number {
  if (!scale.peek()) followText();
  return scale.value;
}

/** To look at styles while drawing would cost a look at all of them: something as high as text tells. */
function followText(): void {
  scale.value = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const text = document.createElement("i");
  Object.assign(text.style, { position: "fixed", height: "1rem", visibility: "hidden" });
  document.body.append(text);
  new ResizeObserver(([seen]) => {
    if (seen) scale.value = seen.contentRect.height / 16;
  }).observe(text);
}

export function useWindow(): Size & { text: number } {
  const measured = () => ({ wide: innerWidth, high: innerHeight });
  const [size, setSize] = useState(measured);
  useLayoutEffect(() => {
    const read = (): void => setSize(measured());
    addEventListener("resize", read);
    return () => removeEventListener("resize", read);
  }, []);
  return { ...size, text: textScale() };
}

let pen: CanvasRenderingContext2D | null | undefined;

/** How wide words are in the face of the interface, bold. */
function breadth(words: string): number {
  pen ??= document.createElement("canvas").getContext("2d");
  if (!pen) return words.length * 8;
  pen.font = `700 ${13 * textScale()}px "Atkinson Hyperlegible Next", system-ui, sans-serif`;
  return pen.measureText(words).width;
}

/**
 * A name that fits into so many pixels: all of it, its longest word that fits, so that of Prof. Zaremba the name is
 * left and not the title, or as many letters as there is room for.
 */
export function shortened(name: string, room: number): string {
  const words = name.split(" ").filter((word) => /^.{2,}[^.]$/.test(word));
  const longest = [...words].reverse().sort((a, b) => b.length - a.length);
  const found = [name, ...longest].find((one) => breadth(one) <= room);
  if (found) return found;
  const letters = [...(words[0] ?? name)];
  while (letters.length > 1 && breadth(`${letters.join("")}…`) > room) letters.pop();
  return `${letters.join("")}…`;
}
