// Stand-ins until the drawings are there.
import type { VNode } from "preact";

export type Colour = "red" | "blue" | "green" | "yellow" | "pink";
export interface TileFace {
  id: string; name: string; strength: number; points: number; flag: string;
  symbols: string[]; woman: boolean; short?: string;
}
const FILL: Record<Colour, string> = { red: "#C8323A", blue: "#1F5FA8", green: "#2F7D4F", yellow: "#F0B92D", pink: "#E58BB0" };
export const tile = (f: TileFace, o: { size: "L" | "M" | "S"; owner?: Colour; void?: boolean }): VNode => (
  <g>
    <rect x="1" y="1" width="158" height="158" rx="9" fill="#F6EBD3" stroke={o.owner ? FILL[o.owner] : "#14222F"} stroke-width="3" />
    <rect x="6" y="6" width="148" height="118" fill="#1F6F8F" />
    <text x="18" y="46" font-size="40" fill="#FFF8E7" font-family="Limelight">{f.strength}</text>
    <text x="150" y="34" font-size="24" text-anchor="end" fill="#FFF8E7" font-family="Oswald">{f.flag}</text>
    <text x="18" y="90" font-size="20" fill="#FFD34F">{f.symbols.map((s) => s.slice(0, 3)).join(" ")}</text>
    <text x="70" y="148" font-size="17" text-anchor="middle" fill="#14222F" font-family="Oswald">{f.name}</text>
    <text x="146" y="148" font-size="22" text-anchor="end" fill="#6E4E14">{f.points}</text>
  </g>
);
export const portrait = (_id: string): VNode => <g />;
export const folder = (o: { size: "L" | "M" | "S"; known?: TileFace; owner?: Colour }): VNode => (
  <g><rect x="2" y="14" width="156" height="142" rx="8" fill="#DDBB80" stroke="#8C6730" stroke-width="3" />
    <text x="80" y="96" font-size="24" text-anchor="middle" fill="#A5301D" font-family="Oswald">{o.known ? `${o.known.name} ${o.known.strength}` : "TOP SECRET"}</text></g>
);
export const scene = (_id: string): VNode => <rect width="300" height="316" fill="#7DBFC4" />;
export const sign = (s: string): VNode => <g><circle r="16" fill="#55356B" /><text y="5" font-size="12" text-anchor="middle" fill="#fff">{s.slice(0, 3)}</text></g>;
export const flag = (c: string): VNode => <g><rect width="30" height="20" fill="#14222F" /><text x="15" y="15" font-size="13" text-anchor="middle" fill="#fff">{c}</text></g>;
export const marker = (c: Colour): VNode => <circle cx="12" cy="12" r="10" fill={FILL[c]} stroke="#14222F" stroke-width="2" />;
export type CellName = "R" | "I" | "II" | "III" | "IV";
const TURN = [[0, 0], [1, 0], [1, 1], [0, 1]] as const;
export const board = (o: { location: string; title: string; number: number | string; quarter: number; clockwise: string[]; cells: Partial<Record<CellName, VNode | null>>; }): VNode => {
  const mus = !o.clockwise.includes("R");
  const at: Record<string, [number, number, number]> = {};
  o.clockwise.forEach((n, i) => { const [cx, cy] = TURN[(i + o.quarter) % 4]!; at[n] = mus ? [cx ? 178 : 10, cy ? 194 : 10, 112] : [cx ? 155 : 10, cy ? 171 : 10, 135]; });
  if (mus) at["R"] = [104, 112, 92];
  return <g>
    <rect width="300" height="316" rx="9" fill="#7DBFC4" stroke="#14222F" stroke-width="3" />
    <rect x="3" y="145" width="294" height="26" fill="#0F2F4A" /><text x="20" y="164" fill="#FFF8E7" font-family="Oswald" font-size="16">{o.title}</text>
    {Object.entries(at).map(([n, [x, y, z]]) => <g transform={`translate(${x} ${y})`}><rect width={z} height={z} rx="5" fill="#0A1B2B" opacity=".1" stroke="#FFF8E7" stroke-width="2" />
      {o.cells[n as CellName] && <g transform={`scale(${z / 160})`}>{o.cells[n as CellName]}</g>}
      <text x={z / 2} y="16" text-anchor="middle" font-size="16" fill="#14222F">{n}</text></g>)}
    <circle cx="150" cy="158" r="22" fill="#0F2F4A" stroke="#EBCB7E" stroke-width="3" /><text x="150" y="167" font-size="26" fill="#FFF8E7" text-anchor="middle" font-family="Limelight">{o.number}</text>
  </g>;
};
export const shield = (): VNode => <path d="M16 1L29 5V16Q29 27 16 33Q3 27 3 16V5Z" fill="#fff" stroke="#14222F" />;
