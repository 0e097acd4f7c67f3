/** What a person prefers. */
import "./page";
import assert from "node:assert/strict";
import { test } from "node:test";
import { confirms, isDark, prefer, reducedMotion, settings } from "../src/store/settings";
import { happens, kept, page, wishes } from "./page";

test("a wish is kept, and the others stay", () => {
  prefer({ name: "Ana" });
  prefer({ confirm: "always" });
  assert.equal(settings.value.name, "Ana");
  assert.equal(settings.value.speed, "normal");
  assert.deepEqual(JSON.parse(kept.get("estoril.settings") ?? ""), settings.value);
});

test("what is chosen in another tab holds here too", () => {
  kept.set("estoril.settings", JSON.stringify({ ...settings.value, language: "pl" }));
  happens("storage", undefined, { key: "another" });
  assert.equal(settings.value.language, "");
  happens("storage", undefined, { key: "estoril.settings" });
  assert.equal(settings.value.language, "pl");
  assert.equal(settings.value.name, "Ana");
});

test("dark is as the system wishes, unless somebody has chosen", () => {
  assert.equal(isDark(), false);
  wishes.dark.say(true);
  assert.equal(isDark(), true);
  assert.ok(page.classes.has("dark"));
  prefer({ theme: "light" });
  assert.equal(isDark(), false);
  assert.ok(!page.classes.has("dark"));
  wishes.dark.say(false);
  prefer({ theme: "dark" });
  assert.ok(page.classes.has("dark"));
});

test("the page wears what is wished of it", () => {
  prefer({ speed: "instant", typewriter: false });
  assert.ok(page.classes.has("instant") && page.classes.has("plain-log"));
  prefer({ speed: "fast", typewriter: true });
  assert.ok(!page.classes.has("instant") && !page.classes.has("plain-log"));
});

test("a change of the system's wish for rest is noticed", () => {
  wishes.still.say(true);
  assert.equal(reducedMotion.value, true);
});

test("who asks for calm here has it, whatever the system says", () => {
  wishes.still.say(false);
  assert.equal(reducedMotion.value, false);
  prefer({ still: true });
  assert.equal(reducedMotion.value, true);
  assert.ok(page.classes.has("still"));
  prefer({ still: false });
});

test("a choice waits for yes where a finger chose it, unless somebody wants it otherwise", () => {
  const touch = (pointerType: string): void => happens("pointerdown", undefined, { pointerType });
  prefer({ confirm: "touch" });
  touch("touch");
  assert.equal(confirms(), true);
  touch("mouse");
  assert.equal(confirms(), false);
  prefer({ confirm: "always" });
  assert.equal(confirms(), true);
  touch("touch");
  prefer({ confirm: "never" });
  assert.equal(confirms(), false);
});

test("a browser that keeps nothing still obeys", (context) => {
  context.mock.method(localStorage, "setItem", () => {
    throw new Error("the store is full");
  });
  prefer({ muted: true });
  assert.equal(settings.value.muted, true);
});
