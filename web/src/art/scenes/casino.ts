/** The casino at night: plum and gold, searchlights, fountains. */

import { circle, each, faded, line, type Markup, path, rect } from "../svg";
import { palm } from "./plants";
import { sky } from "./skies";

export const casino = (): Markup =>
  sky("casino") +
  faded(0.34, path("M96 190L-10 -10H50ZM150 190L110 -10H160ZM150 190L196 -10H250ZM204 190L290 -10H330Z", "#F1C559")) +
  each(
    [
      [22, 28],
      [58, 64],
      [92, 22],
      [136, 54],
      [180, 20],
      [222, 60],
      [262, 30],
      [284, 88],
      [14, 104],
      [246, 112],
      [40, 140],
    ] as const,
    ([x, y], i) =>
      path(
        `M${x} ${y - 4}L${x + 1.2} ${y - 1.2}L${x + 4} ${y}L${x + 1.2} ${y + 1.2}L${x} ${y + 4}` +
          `L${x - 1.2} ${y + 1.2}L${x - 4} ${y}L${x - 1.2} ${y - 1.2}Z`,
        i % 3 ? "#F3D9A0" : "#fff",
      ),
  ) +
  /* building: modernist slabs */
  rect(20, 150, 260, 66, "#EBD9B4") +
  rect(150, 150, 130, 66, "#CFB88C") +
  rect(62, 118, 176, 40, "#F6EBD3") +
  rect(150, 118, 88, 40, "#DCC79C") +
  rect(112, 96, 76, 24, "#FFF8E7") +
  rect(150, 96, 38, 24, "#E6D5AE") +
  rect(14, 146, 272, 6, "#E2543B") +
  rect(56, 114, 188, 5, "#E2543B") +
  rect(106, 92, 88, 5, "#E2543B") +
  each([72, 90, 108, 126, 144, 162, 180, 198, 216], (x) => rect(x, 126, 11, 20, "#F1B23F")) +
  each([28, 46, 64, 82, 212, 230, 248, 264], (x) => rect(x, 162, 10, 34, "#F1B23F")) +
  rect(104, 160, 92, 56, "#3c1733") +
  each([110, 126, 142, 158, 174], (x) => rect(x, 164, 12, 52, "#F6C65A")) +
  /* garden axis */
  path("M0 216H300V316H0Z", "#214B3D") +
  path("M118 216H182L256 316H44Z", "#E9C98A") +
  path("M134 216H166L204 316H96Z", "#2A7C96") +
  path("M141 216H159L176 316H124Z", "#63B3BE") +
  each([238, 262, 290], (y, i) =>
    line(
      `M150 ${y}Q${146 - i} ${y - 20 - i * 4} ${138 - i * 3} ${y - 2}` +
        `M150 ${y}Q${154 + i} ${y - 20 - i * 4} ${162 + i * 3} ${y - 2}M150 ${y}V${y - 20 - i * 5}`,
      "#E8F4EE",
      1.6 + i * 0.4,
    ),
  ) +
  palm(40, 262, 112, -6, "#3C8560", "#245A44") +
  palm(262, 262, 118, 8, "#3C8560", "#245A44") +
  palm(84, 236, 64, -3, "#2E6E50", "#1d4a38") +
  palm(218, 236, 64, 4, "#2E6E50", "#1d4a38") +
  circle(30, 300, 18, "#2E6E50") +
  circle(62, 308, 14, "#3C8560") +
  circle(272, 300, 18, "#2E6E50") +
  circle(240, 308, 14, "#3C8560");
