// Follows games as the client does, from their changes alone, and compares every position with the server's view.
// Lines on the input: a game ({"legend", "colours"}), then for each of its facts the changes and the view after them.
import { createInterface } from "node:readline";
import { client } from "./client.mjs";

const { blank, change, PictureReader } = await client(process.argv[2], 'export * from "./src/net/picture";');

const isNothing = (value) => value == null || value === false || (Array.isArray(value) && value.length === 0);

/** Where two values differ; what is not there is as good as null, false and an empty list. */
function difference(ours, theirs, path) {
  if (ours === theirs || (isNothing(ours) && isNothing(theirs))) return null;
  if (typeof ours !== "object" || typeof theirs !== "object" || ours === null || theirs === null)
    return `${path}: ${JSON.stringify(ours)} is ${JSON.stringify(theirs)} to the server`;
  for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const found = difference(ours[key], theirs[key], `${path}.${key}`);
    if (found) return found;
  }
  return null;
}

const CHOICES = ["seat", "options", "choices", "by_tile", "by_target"]; // not in the picture
let reader = null;
let picture = null;
let [games, positions] = [0, 0];
for await (const line of createInterface({ input: process.stdin })) {
  const given = JSON.parse(line);
  if (given.legend) {
    reader = new PictureReader(given.legend, given.colours);
    picture = blank();
    games += 1;
    continue;
  }
  change(picture, given.changes);
  for (const key of CHOICES) delete given.view[key];
  const { colours: _, ...seen } = reader.read(picture); // the client knows them from the table
  const found = difference(seen, given.view, "view");
  if (found) {
    console.log(`game ${games}, position ${positions}: ${found}`);
    process.exit(1);
  }
  positions += 1;
}
console.log(JSON.stringify({ games, positions }));
