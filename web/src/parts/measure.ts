/** The size of an element, kept up to date. */
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

/** How much larger than usual somebody likes text. */
const textScale = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

export function useWindow(): Size & { text: number } {
  const measured = () => ({ wide: innerWidth, high: innerHeight, text: textScale() });
  const [size, setSize] = useState(measured);
  useLayoutEffect(() => {
    const read = (): void => setSize(measured());
    addEventListener("resize", read);
    return () => removeEventListener("resize", read);
  }, []);
  return size;
}
