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

export function useWindow(): Size {
  const [size, setSize] = useState<Size>({ wide: innerWidth, high: innerHeight });
  useLayoutEffect(() => {
    const read = (): void => setSize({ wide: innerWidth, high: innerHeight });
    addEventListener("resize", read);
    return () => removeEventListener("resize", read);
  }, []);
  return size;
}
