/** A scene for a place that nobody has drawn: sky, hills and a house, always the same for one id. */

import { chooser } from "../chance";
import { rays } from "../shapes";
import { circle, each, type Markup, path, polygon, rect } from "../svg";
import { cypress, palm, pine } from "./plants";

const LIGHTS = [
  { sky: "#8FC3CF", sun: "#FFF3CF", far: "#7E9C8C", near: "#5E8A5C", sea: "#2F8A9A" },
  { sky: "#F0BE86", sun: "#E2543B", far: "#A9796E", near: "#8A7A4A", sea: "#3D7C8A" },
  { sky: "#C7A6C9", sun: "#FFE2B0", far: "#7C6A96", near: "#4F6A6A", sea: "#3D5A98" },
  { sky: "#A9CBA8", sun: "#FFF6D0", far: "#6E9A78", near: "#43724F", sea: "#2C7A80" },
] as const;

export function unknownPlace(id: string): Markup {
  const pick = chooser(id);
  const l = pick(LIGHTS);
  const [x, y] = [pick([70, 150, 230]), pick([60, 84, 108])];
  const [wall, wallShade, roof, roofShade] = pick([
    ["#FFF8E7", "#DDD2BC", "#C85A3A", "#9E3F27"],
    ["#F0D08F", "#CFA763", "#2F6A92", "#234F70"],
    ["#F7CFC8", "#E0ABA6", "#5A6E52", "#42543C"],
  ] as const);
  const [left, width, top] = [pick([52, 84, 120]), pick([110, 140]), pick([92, 112])];
  const right = left + width;
  const middle = left + width / 2;
  const tree = pick([cypress, (a: number, b: number, h: number, c: string, d: string) => palm(a, b, h, 5, c, d), pine]);
  const columns = Array.from({ length: width / 28 }, (_, i) => left + 12 + i * 28);
  return (
    rect(0, 0, 300, 316, l.sky) +
    circle(x, y, 34, l.sun) +
    rays(x, y, 20, "#FFFDF0", 340, 0.05, "", 0.24) +
    path("M0 176Q60 140 130 164T300 150V316H0Z", l.far) +
    path("M0 204Q80 178 170 196T300 188V316H0Z", l.near) +
    rect(left, top, width, 250 - top, wall) +
    rect(middle, top, width / 2, 250 - top, wallShade) +
    polygon(`${left - 10},${top + 2} ${middle},${top - 34} ${right + 10},${top + 2}`, roof) +
    polygon(`${middle},${top - 34} ${right + 10},${top + 2} ${middle},${top + 2}`, roofShade) +
    each([top + 16, top + 56], (row) => each(columns, (c) => rect(c, row, 12, 22, "#1F4A5C"))) +
    path(`M${middle - 12} 250V218Q${middle} 202 ${middle + 12} 218V250Z`, "#4A2A1A") +
    path("M0 250H300V316H0Z", "#E9D5AB") +
    path("M0 272Q75 258 150 270T300 266V316H0Z", l.sea) +
    path("M0 292Q75 280 150 292T300 288V316H0Z", "#7DBFC4") +
    tree(26, 262, 104, "#3F7A55", "#2A5A40") +
    tree(276, 262, 112, "#3F7A55", "#2A5A40")
  );
}
