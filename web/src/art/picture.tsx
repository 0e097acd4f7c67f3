/** From markup to what Preact renders. */

import type { VNode } from "preact";
import type { Markup } from "./svg";

/** The part of a drawing that is shown. */
export type View = readonly [x: number, y: number, width: number, height: number];

interface PictureOptions {
  /** Where it lies inside another picture, if not where its view begins. */
  readonly at?: readonly [x: number, y: number];
  /** Fill the place it is given and cut off the rest, instead of fitting into it. */
  readonly fill?: boolean;
}

/**
 * A picture of its own. In a page it has the size that the style gives it; inside another picture it takes its own
 * units. Whatever holds it carries its name.
 */
export const picture = (
  name: string,
  view: View,
  markup: Markup,
  { at = [view[0], view[1]], fill = false }: PictureOptions = {},
): VNode => (
  <svg
    x={at[0]}
    y={at[1]}
    width={view[2]}
    height={view[3]}
    viewBox={view.join(" ")}
    preserveAspectRatio={fill ? "xMidYMid slice" : "xMidYMid meet"}
    overflow={fill ? "hidden" : "visible"}
    class={`art art-${name}`}
    aria-hidden="true"
    focusable="false"
    dangerouslySetInnerHTML={{ __html: markup }}
  />
);

/** A drawing as a part of another picture. */
export const drawing = (markup: Markup): VNode => <g dangerouslySetInnerHTML={{ __html: markup }} />;

/** Definitions for the whole page. */
export const hidden = (markup: Markup): VNode => (
  <svg
    width="0"
    height="0"
    class="art-definitions"
    aria-hidden="true"
    focusable="false"
    dangerouslySetInnerHTML={{ __html: markup }}
  />
);
