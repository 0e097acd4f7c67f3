// Our drawings for those who draw a table without a browser's client: notebooks (game/drawing.py).
import * as esbuild from "esbuild";

/** The parts of a table as markup, by id; `tiles` is what the content says of them. */
export async function drawings(here, tiles) {
  const built = await esbuild.build({
    absWorkingDir: here,
    stdin: {
      contents: `export { groundMarkup } from "./src/art/board"; export { cellBoxes } from "./src/art/cells";
        export { definitions } from "./src/art/defs"; export { folderMarkup } from "./src/art/folder";
        export { COLOURS, markerMarkup } from "./src/art/markers"; export { shieldMarkup } from "./src/art/marks";
        export { LOCATION_IDS } from "./src/art/scenes"; export { tileMarkup } from "./src/art/tile";`,
      resolveDir: here,
    },
    bundle: true,
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "preact",
    write: false,
  });
  const code = Buffer.from(built.outputFiles[0].contents).toString("base64");
  const art = await import(`data:text/javascript;base64,${code}`);
  const colours = Object.keys(art.COLOURS);
  const by = (keys, draw) => Object.fromEntries(keys.map((key) => [key, draw(key)]));
  const boxes = (names) => [...art.cellBoxes(names, 0).values()].map(({ x, y, size }) => [x, y, size]);
  const faces = Object.entries(tiles).map(([id, tile]) => ({ symbols: [], woman: false, ...tile, id }));
  const ids = (starting) => faces.filter((each) => Boolean(each.starting) === starting).map((each) => each.id);
  const face = (id) => faces.find((each) => each.id === id);
  const draw = (id, owner) => art.tileMarkup(face(id), { size: "S", ...(owner && { owner }) });
  return JSON.stringify({
    definitions: art.definitions(),
    boxes: { corner: boxes(["I", "II", "III", "R"]), centre: boxes(["I", "II", "III", "IV"]) },
    boards: by(art.LOCATION_IDS, art.groundMarkup),
    tiles: by(ids(false), (id) => draw(id)),
    starting: by(ids(true), (id) => by(colours, (colour) => draw(id, colour))),
    folder: art.folderMarkup({ size: "S" }),
    markers: by(colours, (colour) => art.markerMarkup(colour)),
    shield: art.shieldMarkup(),
  });
}
