// Lets the client's Teller say what it is given: a JSON on the input, sentences on the output.
import { join } from "node:path";
import { createRequire } from "node:module";

const web = process.argv[2];
const { build } = createRequire(join(web, "package.json"))("esbuild");
const entry = `
  export { Teller } from "./src/words/teller";
  export { ENDINGS, WORDINGS } from "./src/words/ways";
  export { speak, wordsOf } from "./src/words/words";
  export { loadContent } from "./src/store/content";
`;
const made = await build({ stdin: { contents: entry, resolveDir: web, loader: "ts" }, bundle: true, format: "esm", write: false, absWorkingDir: web });
const client = await import(`data:text/javascript;base64,${Buffer.from(made.outputFiles[0].contents).toString("base64")}`);

let text = "";
for await (const part of process.stdin) text += part;
const given = JSON.parse(text);

// the server's answers
globalThis.document = { documentElement: {} };
globalThis.fetch = async (path) => ({ ok: true, status: 200, json: async () => (path.startsWith("/api/words") ? given.words : given.content) });

await client.speak("");
await client.loadContent();
client.wordsOf({ edition: given.edition });
const teller = new client.Teller(given.players);
console.log(JSON.stringify({
  facts: given.facts.map((fact) => teller.tell(fact)),
  choices: given.choices.map(({ view, actions }) => actions.map((action) => teller.tellAction(action, view))),
  endings: Object.keys(client.ENDINGS),
  wordings: Object.keys(client.WORDINGS),
}));
