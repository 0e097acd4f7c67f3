// What can be said of the pictures without looking at them. Run by `npm test`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const CONTENT = ["base", "double_agent", "promo", "vip"].map((name) => join(web, `../src/estoril/boxes/${name}.toml`));
const READ = 'import json,sys,tomllib;print(json.dumps([tomllib.load(open(p,"rb")) for p in sys.argv[1:]]))';
const boxes = JSON.parse(execFileSync("python3", ["-c", READ, ...CONTENT], { encoding: "utf8" }));
const tiles = Object.assign({}, ...boxes.map((box) => box.tiles ?? {}));
const locations = Object.assign({}, ...boxes.map((box) => box.locations ?? {}));
const faces = Object.entries(tiles).map(([id, tile]) => ({ woman: false, ...tile, id }));

const bundle = async (more) => {
  const made = await build({
    entryPoints: [join(web, "src/art/index.ts")],
    bundle: true,
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "preact",
    write: false,
    absWorkingDir: web,
    ...more,
  });
  return made.outputFiles[0];
};
const art = await import(`data:text/javascript;base64,${Buffer.from((await bundle({})).contents).toString("base64")}`);

/** All markup of a picture and what lies in it. */
const markup = (node) => {
  if (node === null || typeof node !== "object") return "";
  if (Array.isArray(node)) return node.map(markup).join("");
  const { children, ...own } = node.props;
  return `${JSON.stringify(own)}${own.dangerouslySetInnerHTML?.__html ?? ""}${markup(children)}`;
};
const board = (id, quarter, more = {}) => {
  const { name, number, clockwise, secret, peek = {}, traits = {} } = locations[id];
  return art.board({
    location: id,
    title: name,
    number,
    quarter,
    marks: { clockwise, secret, peek, traits },
    cells: {},
    ...more,
  });
};

test("every character of the content has a portrait of its own", () => {
  assert.equal(faces.length, 61);
  const strangers = faces.filter(({ id }) => !art.PORTRAIT_IDS.includes(id));
  assert.deepEqual(strangers, []);
  const busts = new Set(faces.map(({ id, woman }) => markup(art.portrait(id, { woman }))));
  assert.equal(busts.size, faces.length);
});

test("every location of the content has a scene of its own", () => {
  assert.deepEqual(Object.keys(locations).sort(), [...art.LOCATION_IDS].sort());
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
    [boxes.get("R"), boxes.get("III"), boxes.get("I"), boxes.get("II")].map(({ x, y }) => [x, y]),
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
      ["L", "M", "S"].flatMap((size) => [
        art.tile(face, { size, void: true, shielded: true, markers: ["red", "pink"], owner: "blue" }),
        art.folder({ size, known: face }),
      ]),
    ),
    ...Object.keys(locations).flatMap((id) =>
      [0, 1, 2, 3].map((quarter) =>
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
    const face = faces.find((each) => each.id === id);
    assert.ok(markup(art.tile(face, { size: "L" })).includes(`>${name}<`), name);
  }
  const crowded = art.tile(
    faces.find(({ id }) => id === "zsa_zsa_gabor"),
    { size: "L", markers: ["red", "blue"] },
  );
  assert.ok(markup(crowded).includes(">GABOR<"));
});

test("a name is text, never markup", () => {
  const face = { ...faces[0], name: '<b onload="x">&', short: "<i>" };
  assert.doesNotMatch(markup(art.tile(face, { size: "L" })), /<b|<i>/i);
  assert.doesNotMatch(markup(board("church", 0, { title: "<b>x" })), /<b>/i);
});

test("a folder that is not known names nobody", () => {
  const closed = markup(art.folder({ size: "L", markers: ["red"] }));
  for (const { name } of faces) assert.ok(!closed.includes(name.toUpperCase()), name);
});

test("all pictures together stay small", async () => {
  const { contents } = await bundle({ minify: true, external: ["preact", "preact/jsx-runtime"] });
  const size = gzipSync(contents, { level: 9 }).length;
  assert.ok(size < 55_000, `${size} bytes`);
});
