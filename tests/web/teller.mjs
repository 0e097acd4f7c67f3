// Lets the client's Teller say what it is given: a JSON on the input, sentences on the output.
import { client } from "./client.mjs";

const { speak, wordsOf, loadContent, Teller } = await client(process.argv[2], `
  export { Teller } from "./src/words/teller";
  export { speak, wordsOf } from "./src/words/words";
  export { loadContent } from "./src/store/content";
`);

let text = "";
for await (const part of process.stdin) text += part;
const given = JSON.parse(text);

// the server's answers
globalThis.document = { documentElement: {} };
globalThis.fetch = async (path) => {
  const told = path.startsWith("/api/words") ? given.words : given.content;
  return { ok: true, status: 200, headers: new Headers(), json: async () => told };
};

await speak("");
await loadContent();
wordsOf({ edition: given.edition });
console.log(JSON.stringify(given.said.map(new Teller(given.players).say)));
