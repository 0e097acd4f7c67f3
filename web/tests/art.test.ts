/** What can be said of the pictures without looking at them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import type { ComponentChildren, VNode } from "preact";
import * as art from "../src/art";
import { CAST } from "../src/net/wire";
import { given } from "./given";

const faces = given.content.tiles as unknown as art.TileFace[];
const locations = new Map(given.content.locations.map((location) => [location.id, location]));

/** All markup of a picture and what lies in it. */
function markup(node: ComponentChildren): string {
  if (node === null || typeof node !== "object") return "";
  if (Array.isArray(node)) return node.map(markup).join("");
  const { children, ...own } = (node as VNode<Record<string, unknown>>).props;
  const inner = own.dangerouslySetInnerHTML as { __html: string } | undefined;
  return `${JSON.stringify(own)}${inner?.__html ?? ""}${markup(children)}`;
}

function face(id: string): art.TileFace {
  const found = faces.find((each) => each.id === id);
  assert.ok(found, id);
  return found;
}

function board(id: string, quarter: art.Quarter, more: Partial<art.BoardOptions> = {}): VNode {
  const location = locations.get(id);
  assert.ok(location, id);
  const marks = location as unknown as art.BoardOptions["marks"];
  return art.board({ location: id, title: location.name, number: location.number, quarter, marks, cells: {}, ...more });
}

test("every character of the content has a portrait of its own", () => {
  assert.equal(faces.length, 61);
  const strangers = faces.filter(({ id }) => !art.PORTRAIT_IDS.includes(id));
  assert.deepEqual(strangers, []);
  const busts = new Set(faces.map(({ id, woman }) => markup(art.portrait(id, { woman: Boolean(woman) }))));
  assert.equal(busts.size, faces.length);
});

test("everybody whom a bot of a level plays has a face of their own", () => {
  const { random: gamblers = [], ...levels } = CAST;
  const characters = Object.values(levels).flat();
  assert.equal(characters.length, 44);
  assert.deepEqual(
    characters.filter((id) => !art.PORTRAIT_IDS.includes(id) || faces.some((face) => face.id === id)),
    [],
  );
  assert.equal(new Set([...characters, ...gamblers].map((id) => markup(art.head(id)))).size, 50);
});

test("every location of the content has a scene of its own", () => {
  assert.deepEqual([...locations.keys()].sort(), [...art.LOCATION_IDS].sort());
  assert.equal(new Set(art.LOCATION_IDS.map((id) => markup(art.scene(id)))).size, 12);
});

test("every flag and symbol in use is drawn", () => {
  for (const { flag, symbols } of faces) {
    assert.ok(art.FLAG_CODES.includes(flag), flag);
    for (const symbol of symbols) assert.ok(art.SYMBOLS.includes(symbol), symbol);
  }
});

test("cells lie clockwise and turn with the location", () => {
  const boxes = art.cellBoxes(["R", "III", "I", "II"], 1);
  assert.deepEqual(
    (["R", "III", "I", "II"] as const).map((name) => [boxes.get(name)?.x, boxes.get(name)?.y]),
    [
      [155, 10],
      [155, 171],
      [10, 171],
      [10, 10],
    ],
  );
});

test("no picture holds a broken number", () => {
  const all = [
    ...faces.flatMap((face) =>
      (["L", "M", "S"] as const).flatMap((size) => [
        art.tile(face, { size, void: true, shielded: true, markers: ["red", "pink"], owner: "blue" }),
        art.folder({ size, known: face }),
      ]),
    ),
    ...[...locations.keys()].flatMap((id) =>
      ([0, 1, 2, 3] as const).map((quarter) =>
        board(id, quarter, {
          states: { I: "open", II: "closed", III: "barred" },
          enigma: true,
          roulette: true,
          pointer: true,
          stamp: "CLOSED",
        }),
      ),
    ),
    art.folder({ size: "S" }),
    art.enigma(),
    art.roulette(),
    art.roulette(12),
    art.shield(),
    art.woman(),
    art.medal(-1),
    art.stamp("TOP|SECRET"),
    art.definitions(),
  ];
  for (const picture of all) assert.doesNotMatch(markup(picture), /NaN|undefined|Infinity|\[object/);
});

test("somebody and somewhere unknown are always drawn alike, and unlike each other", () => {
  assert.equal(markup(art.portrait("my_aunt", { woman: true })), markup(art.portrait("my_aunt", { woman: true })));
  assert.notEqual(markup(art.portrait("my_aunt")), markup(art.portrait("my_uncle")));
  assert.notEqual(markup(art.scene("my_garden")), markup(art.scene("my_cellar")));
});

test("a long name becomes what one is called by", () => {
  const names = {
    duke_of_windsor: "DUKE OF WINDSOR",
    garbo: "GARBO",
    saint_exupery: "SAINT-EXUPÉRY",
    sousa_mendes: "SOUSA MENDES",
    loreta_b: "LORETA B.",
    ian_fleming: "IAN FLEMING",
  };
  for (const [id, name] of Object.entries(names)) {
    assert.ok(markup(art.tile(face(id), { size: "L" })).includes(`>${name}<`), name);
  }
  const crowded = art.tile(face("zsa_zsa_gabor"), { size: "L", markers: ["red", "blue"] });
  assert.ok(markup(crowded).includes(">GABOR<"));
});

test("a name is text, never markup", () => {
  const nobody = { ...face("garbo"), name: '<b onload="x">&', short: "<i>" };
  assert.doesNotMatch(markup(art.tile(nobody, { size: "L" })), /<b|<i>/i);
  assert.doesNotMatch(markup(board("church", 0, { title: "<b>x" })), /<b>/i);
});

test("a folder that is not known names nobody", () => {
  const closed = markup(art.folder({ size: "L", markers: ["red"] }));
  for (const { name } of faces) assert.ok(!closed.includes(name.toUpperCase()), name);
});

test("all pictures together stay small", async () => {
  const { outputFiles } = await build({
    entryPoints: ["src/art/index.ts"],
    bundle: true,
    minify: true,
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "preact",
    packages: "external",
    write: false,
  });
  const size = gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
  assert.ok(size < 55_000, `${size} bytes`);
});
