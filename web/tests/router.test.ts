/** Which screen an address asks for. */
import "./page";
import assert from "node:assert/strict";
import { test } from "node:test";
import { outdated } from "../src/net/worker";
import { go, invitePath, type Route, route, seatLink, tablePath } from "../src/router";
import { page, travel } from "./page";

const at = (path: string): unknown => {
  go(path);
  return route.value;
};

test("every screen has its address", () => {
  assert.deepEqual(at("/"), { screen: "home" });
  assert.deepEqual(at("/learn"), { screen: "learn" });
  assert.deepEqual(at("/credits"), { screen: "credits" });
  assert.deepEqual(at("/rules"), { screen: "rules", rule: null });
  assert.deepEqual(at("/rules#LOC01-02"), { screen: "rules", rule: "LOC01-02" });
  assert.deepEqual(at("/t/abc"), { screen: "table", table: "abc", invitation: null, seat: null, carried: [] });
  assert.deepEqual(at("/games"), { screen: "games" });
  assert.deepEqual(at("/puzzles"), { screen: "puzzles" });
  assert.deepEqual(at("/puzzles/daily"), { screen: "puzzle", puzzle: "daily" });
  assert.deepEqual(at("/t/abc/replay"), { screen: "replay", table: "abc", move: null });
  assert.deepEqual(at("/t/abc/replay#move=12"), { screen: "replay", table: "abc", move: "12" });
  for (const path of ["/nowhere/at/all", "/t/abc/other"]) assert.deepEqual(at(path), { screen: "unknown" });
});

test("an invitation stands behind the #, and leads back to its table", () => {
  const path = invitePath("a b", "secret", 2);
  assert.equal(path, "http://estoril.test/t/a%20b#i=secret&seat=2");
  assert.deepEqual(at(path), { screen: "table", table: "a b", invitation: "secret", seat: 2, carried: [] });
  assert.equal(tablePath("a b"), "/t/a%20b");
});

test("seats that are carried here are read once, and their secret leaves the address", () => {
  const link = seatLink("abc", ["one-token", "other_token"]);
  assert.equal(link, "http://estoril.test/t/abc#s=one-token.other_token");
  const found = at(link) as Extract<Route, { screen: "table" }>;
  assert.deepEqual(found.carried, ["one-token", "other_token"]);
  assert.equal(location.hash, "");
  travel(location.pathname);
  assert.deepEqual(route.value, { ...found, carried: [] });
});

test("after a newer client has come the next screen is loaded afresh", (context) => {
  go("/");
  const loaded: string[] = [];
  Object.assign(location, { assign: (path: string) => loaded.push(path) });
  outdated.value = true;
  context.after(() => (outdated.value = false));
  go("/rules");
  assert.deepEqual(loaded, ["/rules"]);
  assert.deepEqual(route.value, { screen: "home" });
});

test("the browser's own way back is followed", () => {
  go("/learn");
  travel("/rules");
  assert.equal(route.value.screen, "rules");
});

/** Click a link, and say whether the client took it. */
function click(href: string, more: Partial<MouseEvent> = {}, attributes: string[] = []): boolean {
  const { origin, pathname, hash } = new URL(href, "http://estoril.test");
  const link = { origin, pathname, hash, target: "", hasAttribute: (name: string) => attributes.includes(name) };
  const event = Object.assign(new Event("click", { cancelable: true }), more);
  Object.defineProperty(event, "target", { value: { closest: () => link } });
  page.dispatchEvent(event);
  return event.defaultPrevented;
}

test("links within the client change the screen without a load", () => {
  go("/");
  assert.ok(click("/rules#LOC01-02"));
  assert.deepEqual(route.value, { screen: "rules", rule: "LOC01-02" });
});

test("other links are the browser's", () => {
  go("/");
  assert.ok(!click("https://example.org/"));
  assert.ok(!click("/api/tables/x/record"));
  assert.ok(!click("/assets/licences.txt"));
  assert.ok(!click("/rules", { ctrlKey: true } as Partial<MouseEvent>));
  assert.ok(!click("/rules", {}, ["download"]));
  assert.deepEqual(route.value, { screen: "home" });
});
