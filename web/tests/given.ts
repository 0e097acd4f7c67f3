/** What a server gives: words of all languages, the content of all boxes, and games. */
import { readFileSync } from "node:fs";
import type * as wire from "../src/net/wire";

interface Given {
  words: Record<string, wire.Words>;
  content: wire.Boxes;
  view: wire.Data;
  picture: string;
  legend: wire.Legend;
  /** A whole game of two, as the first seat saw it. */
  replay: wire.Replay;
  /** A puzzle, and the list of all. */
  puzzle: wire.PosedPuzzle;
  puzzles: wire.Puzzles;
  /** Positions of games with all modules, each as a picture and to be read. */
  games: { legend: wire.Legend; colours: string[]; positions: { picture: string; view: wire.Data }[] }[];
}

export const given = JSON.parse(readFileSync(process.env.ESTORIL_GIVEN ?? "", "utf8")) as Given;

export const words = (language: string): wire.Words => {
  const found = given.words[language];
  if (!found) throw new Error(`no words: ${language}`);
  return found;
};
