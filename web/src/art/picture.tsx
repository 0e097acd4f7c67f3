/** From markup to what Preact renders. */

import type { VNode } from 'preact';
import type { Markup } from './svg';

/** A picture of its own. It has no size: the page's style gives it one. Whatever holds it carries the name. */
export const picture = (name: string, viewBox: string, markup: Markup): VNode => (
  <svg
    viewBox={viewBox}
    class={`art art-${name}`}
    aria-hidden="true"
    focusable="false"
    overflow="visible"
    dangerouslySetInnerHTML={{ __html: markup }}
  />
);

/** A drawing as a part of another picture. */
export const drawing = (markup: Markup): VNode => <g dangerouslySetInnerHTML={{ __html: markup }} />;

/** Definitions for the whole page. */
export const hidden = (markup: Markup): VNode => (
  <svg width="0" height="0" class="art-definitions" aria-hidden="true" focusable="false" dangerouslySetInnerHTML={{ __html: markup }} />
);
