/** The little castle on the rock beside the beach. */

import { C } from "../palette";
import { line, type Markup, path, rect } from "../svg";

export const castle = (): Markup =>
  path("M0 158L14 128L96 124L116 160Q60 172 0 166Z", "#8C6B4A") +
  path("M60 126L96 124L116 160Q90 168 66 168Z", "#6B4E34") +
  rect(22, 78, 50, 52, "#F6EBD3") +
  rect(50, 78, 22, 52, "#D8C49A") +
  rect(66, 50, 28, 80, "#F6EBD3") +
  rect(80, 50, 14, 80, "#D8C49A") +
  path("M62 52L80 22L98 52Z", "#C85A3A") +
  path("M80 22L98 52H80Z", "#9E3F27") +
  path("M22 78v-8h8v5h8v-5h8v5h8v-5h8v5h4v3Z", "#F6EBD3") +
  rect(72, 66, 7, 14, "#15456B") +
  rect(30, 92, 8, 14, "#15456B") +
  rect(46, 92, 8, 14, "#15456B") +
  line("M80 22V8", C.ink, 1.5) +
  path("M80 8L96 12L80 17Z", "#E2543B");
