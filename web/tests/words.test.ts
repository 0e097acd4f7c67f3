/** Messages by key, in the language of the reader and the words of the game. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { knows, language, languages, listed, speak, t, tn, wordsOf } from "../src/words/words";
import { words } from "./given";
import { answers, page } from "./page";

beforeEach(() => speak("en"));
afterEach(() => {
  answers.splice(3);
  wordsOf({ players: 2 });
});

/** Let the server have these messages, in English. */
async function say(messages: Record<string, string | string[]>): Promise<void> {
  answers.push(["/api/words", () => ({ body: { ...words("en"), messages } })]);
  await speak("en");
}

test("arguments are put in, and what is not given stays to be seen", async () => {
  await say({ greeting: "{name} and {other}" });
  assert.equal(t("greeting", { name: "Ana", other: 2 }), "Ana and 2");
  assert.equal(t("greeting", { name: "Ana" }), "Ana and {other}");
  assert.equal(t("greeting", { name: "{other}", other: "Bo" }), "{other} and Bo");
});

test("a key without a message shows itself", () => {
  assert.equal(t("no.such.key"), "no.such.key");
  assert.equal(tn("no.such.key", 2), "no.such.key");
  assert.equal(knows("no.such.key"), false);
  assert.equal(knows("web.offline"), true);
});

test("each language has the form for a number", async () => {
  assert.deepEqual(
    [1, 2, 0].map((number) => tn("points", number)),
    ["1 point", "2 points", "0 points"],
  );
  await speak("pl");
  assert.deepEqual(
    [1, 2, 5, 12, 22, 112, 1004].map((number) => tn("points", number)),
    ["1 punkt", "2 punkty", "5 punktów", "12 punktów", "22 punkty", "112 punktów", "1004 punkty"],
  );
  assert.equal(tn("points", -1), "-1 punkt");
});

test("the page says which language it speaks, and a language that is not there is the browser's own", async () => {
  await speak("de");
  assert.equal(language(), "de");
  assert.equal(page.documentElement.lang, "de");
  assert.ok(["en", "de", "pl", "pt"].every((one) => languages().includes(one)));
  answers.push(["/api/words?", () => ({ status: 404, body: { code: "language.unknown", text: "" } })]);
  await speak("fr");
  assert.equal(language(), "en");
});

test("a server that cannot be reached leaves no words, and that is an error", async () => {
  answers.push(["/api/words", () => ({ status: 500 })]);
  await assert.rejects(speak(""));
});

test("rulings and editions have words of their own", async () => {
  await say({ shield: "a shield", "shield@old": "a cube", "shield@strict": "no shield", other: "plain" });
  wordsOf({ players: 2, edition: "old" });
  assert.equal(t("shield"), "a cube");
  assert.equal(t("other"), "plain");
  wordsOf({ players: 2, edition: "old", rulings: ["strict"] });
  assert.equal(t("shield"), "no shield");
});

test("things are listed as the language lists them", async () => {
  assert.equal(listed(["Ana", "Bruno", "Clara"]), "Ana, Bruno, and Clara");
  await speak("de");
  assert.equal(listed(["Ana", "Bruno", "Clara"]), "Ana, Bruno und Clara");
});
