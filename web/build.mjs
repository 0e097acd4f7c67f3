// Builds the client into the package of the server: hashed names, packed copies beside them.
//   node build.mjs [--watch] [--out FOLDER]

import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { drawings } from "./drawings.mjs";
import { pictures } from "./pictures.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const given = process.argv.indexOf("--out");
const out = given > 0 ? process.argv[given + 1] : join(here, "../src/estoril/server/static");
const watch = process.argv.includes("--watch");

const hashOf = (data) => createHash("sha256").update(data).digest("hex").slice(0, 12);

/** What replays that were kept are written in: when that changes, they are fetched again. */
const format = {
  FORMAT: JSON.stringify(hashOf(await readFile(join(here, "src/net/wire.ts")))),
};

const options = {
  absWorkingDir: here,
  entryPoints: { app: "src/main.tsx" },
  bundle: true,
  minify: true,
  splitting: true,
  format: "esm",
  target: ["es2022"],
  jsx: "automatic",
  jsxImportSource: "preact",
  outdir: out,
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  publicPath: "/assets/",
  // a style that belongs to a part which is fetched later is fetched with it (parts/later)
  loader: { ".woff2": "file", ".svg": "dataurl", ".lazy.css": "file" },
  metafile: true,
  write: false,
  legalComments: "none",
  define: format,
  logLevel: "warning",
};

/** The page; the server puts in the language, the title, a preview and two sentences (`pages.dress`). */
const page = ([script, ...more], style, icons, manifest) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="#0F2F4A"><meta name="color-scheme" content="light dark">
<title>Estoril</title>
<link rel="icon" href="/assets/${icons.svg}" type="image/svg+xml">
<link rel="apple-touch-icon" href="/assets/${icons.touch}"><link rel="manifest" href="/assets/${manifest}">
<link rel="stylesheet" href="/assets/${style}"><script type="module" src="/assets/${script}"></script>
${more.map((name) => `<link rel="modulepreload" href="/assets/${name}">`).join("")}
</head><body><div id="app" data-lost="<!--lost-->"></div><noscript><!--script--></noscript></body></html>
`;

const named = (name, text) => {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 8).toUpperCase();
  return name.replace(".", `-${hash}.`);
};

async function put(files) {
  await mkdir(out, { recursive: true });
  for (const name of await readdir(out)) if (!files.has(name)) await rm(join(out, name));
  for (const [name, data] of files) await writeFile(join(out, name), data);
}

// What the licences of bundled packages ask for: their texts go where their files go.
async function licences(inputs) {
  const homes = new Set(
    Object.keys(inputs).flatMap((path) => path.match(/^(.*\/)?node_modules\/(@[^/]+\/)?[^/]+/)?.[0] ?? []),
  );
  const texts = [];
  for (const home of [...homes].sort()) {
    const { name, version, license } = JSON.parse(await readFile(join(here, home, "package.json"), "utf8"));
    const text = await readFile(join(here, home, "LICENSE"), "utf8");
    texts.push(`${name} ${version} (${license})\n\n${text.trim()}\n`);
  }
  return `The game in the browser has these packages in it.\n\n${texts.join(`\n${"-".repeat(80)}\n\n`)}`;
}

const nameOf = (path) => path.split(/[\\/]/).pop();

/** What the first screen and the table need: the script, those that it asks for at once, the style. */
function begun(outputs) {
  const first = Object.keys(outputs).find((path) => outputs[path].entryPoint === "src/main.tsx");
  const paths = new Set([first]);
  for (const path of paths)
    for (const { path: other, kind } of outputs[path].imports) if (kind === "import-statement") paths.add(other);
  return { scripts: [...paths].map(nameOf), style: nameOf(outputs[first].cssBundle) };
}

const packable = /\.(js|css|html|svg|webmanifest)$/;

/** The worker that keeps the client for when the server is away: it knows all files, and changes with any of them. */
async function worker(files, index) {
  const shell = [...files.keys()].filter((name) => name !== "licences.txt").map((name) => `/assets/${name}`);
  const built = await esbuild.build({
    ...options,
    entryPoints: { worker: "worker/worker.ts" },
    entryNames: "[name]",
    splitting: false,
    format: "iife",
    define: { FILES: JSON.stringify(shell), VERSION: JSON.stringify(hashOf(shell.join() + index)), ...format },
  });
  return Buffer.from(built.outputFiles[0].contents);
}

async function lay(result) {
  const files = new Map();
  for (const file of result.outputFiles) files.set(nameOf(file.path), Buffer.from(file.contents));
  const add = (name, data) => {
    files.set(named(name, data), data);
    return named(name, data);
  };
  const svg = add("icon.svg", await readFile(join(here, "src/style/icon.svg")));
  const drawn = await pictures(here);
  const preview = drawn.get("preview.png");
  drawn.delete("preview.png");
  const names = Object.fromEntries([...drawn].map(([name, data]) => [name, `/assets/${add(name, data)}`]));
  const png = (name, size, more) => ({ src: names[name], sizes: `${size}x${size}`, type: "image/png", ...more });
  const manifest = add(
    "app.webmanifest",
    Buffer.from(
      JSON.stringify({
        id: "/",
        name: "Estoril 1942",
        short_name: "Estoril",
        start_url: "/",
        scope: "/",
        display: "standalone",
        background_color: "#0A1B2B",
        theme_color: "#0F2F4A",
        categories: ["games"],
        icons: [
          { src: `/assets/${svg}`, sizes: "any", type: "image/svg+xml" },
          png("icon-192.png", 192),
          png("icon-512.png", 512),
          png("icon-whole.png", 512, { purpose: "maskable" }),
        ],
      }),
    ),
  );
  files.set("licences.txt", Buffer.from(await licences(result.metafile.inputs)));
  const { scripts, style } = begun(result.metafile.outputs);
  const icons = { svg, touch: names["icon-touch.png"].slice("/assets/".length) };
  const index = page(scripts, style, icons, manifest);
  files.set("worker.js", await worker(files, index));
  add("preview.png", preview);
  files.set("index.html", Buffer.from(index));
  if (process.env.TILES) {
    const drawn = await drawings(here, JSON.parse(process.env.TILES));
    files.set("drawings.json.gz", gzipSync(drawn, { level: 9 }));
  }
  let size = 0;
  for (const [name, data] of [...files]) {
    if (!packable.test(name)) continue;
    const gz = gzipSync(data, { level: 9 });
    const br = brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: watch ? 5 : 11 } });
    files.set(`${name}.gz`, gz);
    files.set(`${name}.br`, br);
    if (name === style || scripts.includes(name)) size += gz.length;
  }
  await put(files);
  console.log(`client built: script and style ${(size / 1000).toFixed(1)} kB packed (gzip)`);
}

if (watch) {
  const context = await esbuild.context({
    ...options,
    plugins: [{ name: "lay", setup: (build) => build.onEnd((r) => r.errors.length || lay(r)) }],
  });
  await context.watch();
} else {
  await lay(await esbuild.build(options));
}
