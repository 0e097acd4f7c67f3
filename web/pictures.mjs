// Pictures for those who cannot draw ours: icons of the app, and what is shown beside a shared link.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import * as esbuild from "esbuild";

const svg = (view, inside) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}">${inside}</svg>`;
const inside = (text) => text.replace(/^<svg[^>]*>/, "").replace(/<\/svg>\s*$/, "");

/** The poster of the first screen with its lettering, as wide as previews are. */
async function preview(here) {
  const built = await esbuild.build({
    absWorkingDir: here,
    stdin: {
      contents: `export { definitions } from "./src/art/defs"; export { posterMarkup } from "./src/art/scenes/poster";
        export { letteringMarkup } from "./src/art/scenes/lettering";`,
      resolveDir: here,
    },
    bundle: true,
    format: "esm",
    write: false,
  });
  const code = Buffer.from(built.outputFiles[0].contents).toString("base64");
  const art = await import(`data:text/javascript;base64,${code}`);
  return svg(
    "0 0 1440 756",
    `<defs>${art.definitions()}</defs>${art.posterMarkup()}` +
      `<g transform="translate(360 -10)">${art.letteringMarkup("")}</g>`,
  );
}

/** All of them, by name. */
export async function pictures(here) {
  const read = (path) => readFile(join(here, path));
  await initWasm(await read("node_modules/@resvg/resvg-wasm/index_bg.wasm"));
  const fonts = [
    new Uint8Array(await read("node_modules/@fontsource/limelight/files/limelight-latin-400-normal.woff2")),
  ];
  const draw = (text, width) =>
    Buffer.from(
      new Resvg(text, { fitTo: { mode: "width", value: width }, font: { fontBuffers: fonts } }).render().asPng(),
    );
  const icon = (await read("src/style/icon.svg")).toString();
  // systems cut their own shape out of it: the ground goes to the edges, and the folder stays clear of them
  const whole = svg(
    "0 0 64 64",
    `<rect width="64" height="64" fill="#0F2F4A"/><g transform="translate(8 8) scale(.75)">${inside(icon)}</g>`,
  );
  return new Map([
    ["icon-192.png", draw(icon, 192)],
    ["icon-512.png", draw(icon, 512)],
    ["icon-whole.png", draw(whole, 512)],
    ["icon-touch.png", draw(whole, 180)],
    ["preview.png", draw(await preview(here), 800)],
  ]);
}
