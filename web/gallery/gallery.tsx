/** Every picture at several sizes. `#dark` shows it at night, `#dark,boards` one part alone. */

import { render, type VNode } from "preact";
import * as art from "../src/art";
import boxes from "./out/content.json";

interface TileEntry {
  name: string;
  flag: string;
  strength: number;
  points: number;
  symbols: string[];
  woman?: boolean;
  starting?: boolean;
}
interface LocationEntry {
  name: string;
  number: number | string;
  clockwise: art.CellName[];
  secret: art.CellName[];
  peek?: art.Marks["peek"];
  traits?: art.Traits;
  rewards?: number;
}
interface Content {
  missions?: Record<string, art.MissionFace>;
  tiles?: Record<string, TileEntry>;
  locations?: Record<string, LocationEntry>;
}

const content = boxes as unknown as Content[];
const faces = content
  .flatMap((box) => Object.entries(box.tiles ?? {}))
  .map(([id, tile]): art.TileFace => ({ ...tile, id, woman: tile.woman ?? false }));
const locations = content.flatMap((box) => Object.entries(box.locations ?? {}));
const face = (id: string) =>
  faces.find((each) => each.id === id) ?? {
    id,
    name: id,
    strength: 3,
    points: 2,
    flag: "XX",
    symbols: ["seduction"],
    woman: id.endsWith("a"),
  };
const SIZES = [
  ["L", 160],
  ["M", 96],
  ["S", 60],
] as const;
const colours = Object.keys(art.COLOURS) as art.Colour[];

const Fig = ({ w, h = w, label, children }: { w: number; h?: number; label?: string; children: VNode }) => (
  <figure>
    <div style={{ width: `${w}px`, height: `${h}px` }}>{children}</div>
    {label && <figcaption>{label}</figcaption>}
  </figure>
);

const board = (id: string, quarter: art.Quarter, more: Partial<art.BoardOptions> = {}) => {
  const [, place] = locations.find(([each]) => each === id) ?? [
    id,
    { name: "Own place", number: 12, clockwise: ["R", "I", "II", "III"], secret: ["I"] } as LocationEntry,
  ];
  const { clockwise, secret, peek = {}, traits = {} } = place;
  return art.board({
    location: id,
    title: place.name,
    number: place.number === "die" ? 5 : place.number,
    quarter,
    marks: { clockwise, secret, peek, traits },
    cells: {},
    ...more,
  });
};

const L = (id: string, o: Partial<art.TileOptions> = {}) => art.tile(face(id), { size: "L", ...o });
const many = (size: art.Size, w: number) => (
  <div class="row">
    {faces.map((f) => (
      <Fig w={w}>{art.tile(f, { size })}</Fig>
    ))}
  </div>
);

const sections: Record<string, () => VNode> = {
  large: () => many("L", 160),
  medium: () => many("M", 96),
  small: () => many("S", 60),
  flags: () => (
    <div>
      {art.FLAG_CODES.map((code) => (
        <div class="row" style={{ marginBottom: "8px" }}>
          {faces
            .filter((f) => f.flag === code)
            .map((f) => (
              <Fig w={60}>{art.tile(f, { size: "S" })}</Fig>
            ))}
        </div>
      ))}
    </div>
  ),
  silhouettes: () => (
    <div class="row" style={{ filter: "brightness(0)" }}>
      {faces.map((f) => (
        <Fig w={48}>{art.portrait(f.id)}</Fig>
      ))}
    </div>
  ),
  busts: () => (
    <div class="row">
      {faces.map((f) => (
        <Fig w={160} label={f.id}>
          {art.portrait(f.id)}
        </Fig>
      ))}
    </div>
  ),
  scenes: () => (
    <div class="row">
      {[...art.LOCATION_IDS, "my own", "garden", "tower"].map((id) => (
        <Fig w={330} h={348} label={id}>
          {art.scene(id)}
        </Fig>
      ))}
    </div>
  ),
  boards: () => (
    <div class="row">
      {locations.map(([id], i) => (
        <Fig w={320} h={337}>
          {board(id, (i % 4) as art.Quarter, { pointer: true })}
        </Fig>
      ))}
    </div>
  ),
  full: () => (
    <div class="row">
      {locations.map(([id, place], i) => (
        <Fig w={297} h={313}>
          {board(id, ((i + 1) % 4) as art.Quarter, {
            cells: {
              R:
                (place.rewards ?? 1) > 1
                  ? [art.tile(face("lily_sergueiew"), { size: "S" }), art.tile(face("zsa_zsa_gabor"), { size: "S" })]
                  : place.secret.includes("R")
                    ? art.folder({ size: "L" })
                    : L("peggy_guggenheim"),
              I: L("roque", { owner: "green", markers: ["green"] }),
              II: art.folder({ size: "L", known: face("loreta_b"), markers: ["pink"] }),
              III:
                i % 2
                  ? art.folder({ size: "L", markers: ["blue"] })
                  : L("graham_greene", { markers: ["red", "yellow"], shielded: true, void: true }),
            },
            states: { III: i % 3 ? "closed" : "open" },
            enigma: i === 3,
            roulette: id === "casino",
          })}
        </Fig>
      ))}
    </div>
  ),
  turns: () => (
    <div class="row">
      {([0, 1, 2, 3] as const).map((quarter) => (
        <Fig w={220} h={232}>
          {board("casino", quarter, { pointer: true })}
        </Fig>
      ))}
      {([0, 1, 2, 3] as const).map((quarter) => (
        <Fig w={220} h={232}>
          {board("museum", quarter, { pointer: true })}
        </Fig>
      ))}
      <Fig w={220} h={232}>
        {board("muchaxo", 0, { states: { I: "open", II: "closed", III: "barred" }, roulette: true, enigma: true })}
      </Fig>
      <Fig w={220} h={232}>
        {board("avenida", 0, { states: { I: "open", II: "closed", III: "barred" }, stamp: "CLOSED" })}
      </Fig>
      <Fig w={220} h={232}>
        {board("somewhere", 2)}
      </Fig>
      <Fig w={150} h={158}>
        {board("tamariz", 1, {
          cells: {
            R: art.tile(face("lucky_luciano"), { size: "S" }),
            I: art.tile(face("elizabeth"), { size: "S", owner: "blue", markers: ["blue"] }),
            II: art.folder({ size: "S", markers: ["red"] }),
            III: art.folder({ size: "S", known: face("alekhine"), markers: ["yellow"] }),
          },
        })}
      </Fig>
    </div>
  ),
  states: () => (
    <div class="row" style={{ gap: "24px" }}>
      {["linda_x", "elizabeth", "roque", "guedes", "hans_r"].map((id, i) => {
        const colour = colours[i] ?? "red";
        return <Fig w={160}>{L(id, { owner: colour, markers: [colour] })}</Fig>;
      })}
      <Fig w={160}>{L("clark_gable", { shielded: true, markers: ["red"] })}</Fig>
      <Fig w={160}>{L("dusko_popov", { void: true, markers: ["blue", "pink"] })}</Fig>
      {SIZES.map(([size, w]) => (
        <Fig w={w}>{art.folder({ size })}</Fig>
      ))}
      {SIZES.map(([size, w]) => (
        <Fig w={w}>{art.folder({ size, known: face("krystyna_skarbek") })}</Fig>
      ))}
      {SIZES.map(([size, w]) => (
        <Fig w={w}>{art.folder({ size, known: face("kim_philby") })}</Fig>
      ))}
      {["own_one", "own_two", "own_three", "somebody", "anna", "maria", "clara", "teresa"].map((id) => (
        <Fig w={110}>{art.tile(face(id), { size: "M" })}</Fig>
      ))}
    </div>
  ),
  resolution: () => (
    <div class="row">
      {(["alcantara", "palacio"] as const).map((id) => (
        <Fig w={600} h={632}>
          {board(id, 1, {
            cells: {
              R: L("dusko_popov"),
              I: L("zsa_zsa_gabor", { markers: ["red"] }),
              II: L("linda_x", { owner: "pink", markers: ["pink"] }),
            },
            states: { III: "open" },
          })}
        </Fig>
      ))}
      {([245, 200, 170] as const).map((w) => (
        <Fig w={w} h={(w * 316) / 300}>
          {board("muchaxo", 3, {
            cells: {
              R: art.tile(face("maeterlinck"), { size: art.sizeFor(w * 0.41) }),
              I: art.tile(face("hans_r"), { size: art.sizeFor(w * 0.45), owner: "pink", markers: ["pink"] }),
              II: art.folder({ size: art.sizeFor(w * 0.45), known: face("vinicius_de_moraes"), markers: ["green"] }),
            },
            states: { III: "open" },
          })}
        </Fig>
      ))}
    </div>
  ),
  poster: () => (
    <Fig w={1340} h={838}>
      {art.poster()}
    </Fig>
  ),
  missions: () => (
    <div class="row" style={{ gap: "20px" }}>
      {content
        .flatMap((box) => Object.entries(box.missions ?? {}))
        .map(([id, mission]) => (
          <Fig w={44} label={id}>
            {art.missionSign(mission)}
          </Fig>
        ))}
    </div>
  ),
  kit: () => (
    <div class="row" style={{ gap: "20px" }}>
      {art.SYMBOLS.map((symbol) => (
        <Fig w={52} label={symbol}>
          {art.sign(symbol)}
        </Fig>
      ))}
      {art.SYMBOLS.map((symbol) => (
        <Fig w={24}>{art.sign(symbol, { void: true })}</Fig>
      ))}
      {colours.map((colour) => (
        <Fig w={40} label={colour}>
          {art.marker(colour)}
        </Fig>
      ))}
      {colours.map((colour) => (
        <Fig w={20}>{art.marker(colour, { lit: true })}</Fig>
      ))}
      {[0, 1, 2, 3, 4, 6, 12, -1].map((points) => (
        <Fig w={48} h={60}>
          {art.medal(points)}
        </Fig>
      ))}
      <Fig w={48}>{art.shield()}</Fig>
      <Fig w={32}>{art.woman()}</Fig>
      {(["here", "near", "anywhere"] as const).map((reach) => (
        <Fig w={57} h={42} label={reach}>
          {art.peekMark(reach)}
        </Fig>
      ))}
      <Fig w={40}>{art.secretMark()}</Fig>
      <Fig w={54} h={30}>
        {art.rewardMark()}
      </Fig>
      {[0, 1, 2, 3, 4, 5, 6].map((n) => (
        <Fig w={40}>{art.die(n, { coral: n % 2 === 0 })}</Fig>
      ))}
      {[1, 6, 12].map((n) => (
        <Fig w={56}>{art.d12(n)}</Fig>
      ))}
      <Fig w={200}>{art.enigma()}</Fig>
      <Fig w={200}>{art.roulette()}</Fig>
      <Fig w={90}>{art.roulette(7)}</Fig>
      <Fig w={60}>{art.enigma()}</Fig>
      <Fig w={160} h={44}>
        {art.stamp("TOP SECRET")}
      </Fig>
      <Fig w={120} h={70}>
        {art.stamp("TOP|SECRET")}
      </Fig>
      <Fig w={120} h={44}>
        {art.stamp("CLOSED")}
      </Fig>
      {locations.map(([id, place]) => (
        <Fig w={60} h={36} label={id}>
          {art.traitSign(place.traits ?? {}, { open: !place.secret.length, eye: id === "museum" }) ?? <i />}
        </Fig>
      ))}
      {art.FLAG_CODES.concat("XX").map((code) => (
        <Fig w={58} h={40} label={code}>
          {art.flag(code)}
        </Fig>
      ))}
      <Fig w={24} h={16}>
        {art.flag("UK")}
      </Fig>
    </div>
  ),
};

const wanted = location.hash.slice(1).split(",").filter(Boolean);
document.body.classList.toggle("dark", wanted.includes("dark"));
const parts = wanted.filter((name) => name in sections);

render(
  <>
    {art.definitions()}
    {(parts.length ? parts : Object.keys(sections)).map((name) => (
      <section>
        <h2>{name}</h2>
        {sections[name]?.()}
      </section>
    ))}
  </>,
  document.getElementById("gallery") ?? document.body,
);
