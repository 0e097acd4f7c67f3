/** The coach: has a word before a costly choice, once for a decision, and never holds anybody up. */
import "./page";
import assert from "node:assert/strict";
import { afterEach, before, test } from "node:test";
import { signal } from "@preact/signals";
import type * as wire from "../src/net/wire";
import { asking } from "../src/parts/sure";
import { coached } from "../src/store/coach";
import type { TableStore } from "../src/store/table";
import { Teller } from "../src/words/teller";
import { speak } from "../src/words/words";
import { answers, asked, settled } from "./page";

const said: wire.Sentence = { key: "web.guest" };
const told: wire.Advised = {
  hints: [{ code: 3, said, chance: 0.6, error: 0.01 }],
  considered: { code: 5, said, chance: 0.2, error: 0.01 },
  cost: 0.4,
  cost_error: 0.01,
};

/** As much of a table as the coach needs. */
const table = (turn: number): TableStore =>
  ({
    id: "t",
    token: "secret",
    now: signal({ turn }),
    teller: signal(new Teller(["Ana", "Bruno"])),
  }) as unknown as TableStore;

const say = (body: unknown, status = 200): void => {
  answers.push(["/api/tables/t/hint", () => ({ status, body })]);
};

before(() => speak("en"));
afterEach(() => {
  answers.length = 3;
  asked.length = 0;
});

test("a choice that throws much away is asked about, once for a decision", async () => {
  const store = table(7);
  say(told);
  const first = coached(store, 5);
  await settled();
  const question = asking() ?? assert.fail("nothing was said");
  assert.match(question.text, /20.*60/);
  question.answer(false);
  assert.equal(await first, false);
  assert.deepEqual(asked.at(-1)?.body, { turn: 7, considering: 5 });
  assert.equal(await coached(store, 5), true);
  assert.equal(asked.filter(({ path }) => path.includes("/hint")).length, 1);
});

test("whoever does it anyway may", async () => {
  say(told);
  const done = coached(table(8), 5);
  await settled();
  asking()?.answer(true);
  assert.equal(await done, true);
});

test("a good choice goes on without a word, and so does one that the coach cannot judge", async () => {
  say({});
  assert.equal(await coached(table(9), 5), true);
  say({ code: "hint.off", text: "no" }, 409);
  assert.equal(await coached(table(10), 5), true);
  assert.equal(asking(), null);
});
