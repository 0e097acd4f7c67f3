// Builds the gallery of all pictures: gallery/out/index.html opens without a server. For developers, not shipped.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const content = join(here, "../../src/estoril/boxes");
const out = join(here, "out");
mkdirSync(out, { recursive: true });

// The content as it is in the package: the gallery shows what the game has, not a copy of it.
const boxes = execFileSync(
  "python3",
  [
    "-c",
    'import json,sys,tomllib;print(json.dumps([tomllib.load(open(p,"rb")) for p in sys.argv[1:]]))',
    ...["base", "double_agent", "promo", "vip"].map((name) => join(content, `${name}.toml`)),
  ],
  { encoding: "utf8" },
);
writeFileSync(join(out, "content.json"), boxes);

const common = {
  bundle: true,
  format: "iife",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  logLevel: "warning",
};
await build({ ...common, entryPoints: [join(here, "gallery.tsx")], outfile: join(out, "gallery.js") });
await build({
  ...common,
  entryPoints: [join(here, "gallery.css")],
  outfile: join(out, "gallery.css"),
  loader: { ".woff2": "dataurl", ".woff": "empty" },
});
cpSync(join(here, "index.html"), join(out, "index.html"));

const art = await build({
  ...common,
  format: "esm",
  entryPoints: [join(here, "../src/art/index.ts")],
  minify: true,
  write: false,
  external: ["preact", "preact/jsx-runtime"],
});
const code = art.outputFiles[0].contents;
const [gzip, brotli] = [gzipSync(code, { level: 9 }).length, brotliCompressSync(code).length];
console.log(`art: ${code.length} bytes, ${gzip} with gzip, ${brotli} with brotli`);
console.log(`open ${join(out, "index.html")}`);
