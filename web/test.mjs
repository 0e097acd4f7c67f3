// Runs tests/*.test.ts in Node, without a browser; bundled first, as Node takes neither our imports nor JSX.
//   node test.mjs GIVEN      GIVEN: what a server would give, as JSON (`python web/check.py test` writes it)
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "node_modules/.tests"); // where packages are found
const names = readdirSync(join(here, "tests")).filter((name) => /\.test\.tsx?$/.test(name));

rmSync(out, { recursive: true, force: true });
await build({
  absWorkingDir: here,
  entryPoints: names.map((name) => `tests/${name}`),
  outdir: out,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  jsx: "automatic",
  jsxImportSource: "preact",
  sourcemap: "inline",
  define: {
    FORMAT: JSON.stringify("test"),
    VERSION: JSON.stringify("new"),
    FILES: JSON.stringify(["/assets/app-2.js", "/assets/icon-192-2.png"]),
  },
  logLevel: "warning",
});
const files = names.map((name) => join(out, name.replace(/\.tsx?$/, ".mjs")));
const options = ["--enable-source-maps", "--test", "--test-force-exit", "--test-timeout=20000"];
const done = spawnSync(process.execPath, [...options, ...files], {
  env: { ...process.env, ESTORIL_GIVEN: resolve(process.argv[2]) },
  stdio: "inherit",
});
process.exitCode = done.status ?? 1;
