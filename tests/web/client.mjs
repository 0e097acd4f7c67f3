// Brings the client's modules into Node: bundled first, as Node takes neither their imports nor JSX.
import { join } from "node:path";
import { createRequire } from "node:module";

/** Import what an entry in TypeScript exports; it stands in the folder of the client. */
export async function client(web, entry) {
  const { build } = createRequire(join(web, "package.json"))("esbuild");
  const stdin = { contents: entry, resolveDir: web, loader: "ts" };
  const define = { FORMAT: '"test"' }; // as the build says it
  const made = await build({ stdin, bundle: true, format: "esm", write: false, absWorkingDir: web, define });
  const code = Buffer.from(made.outputFiles[0].contents).toString("base64");
  return import(`data:text/javascript;base64,${code}`);
}
