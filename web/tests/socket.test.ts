/** The line to a table: how it is opened, how a dead one is noticed, and what becomes of what was asked on it. */
import "./page";
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { TableSocket } from "../src/net/socket";
import type * as wire from "../src/net/wire";
import { happens, page, settled, Wire } from "./page";

const act = (action: number, turn = 7): wire.Ask["request"] => ({ command: "act", action, turn });
const pass = (seconds: number): void => mock.timers.tick(seconds * 1000);
const hidden = (is: boolean): void => {
  page.hidden = is;
  happens("visibilitychange", page);
};
let socket: TableSocket;

/** Open a line and be welcomed. */
function online(): Wire {
  socket = new TableSocket("a/b", "secret");
  Wire.last.welcome();
  return Wire.last;
}

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  Wire.all.length = 0;
});
afterEach(() => {
  socket.end();
  mock.timers.reset();
  page.hidden = false;
});

// -- coming and coming back -----------------------------------------------------------------------

test("the first word is hello, and the token is not in the address", () => {
  const line = online();
  assert.equal(line.url, "ws://estoril.test/api/tables/a%2Fb/socket");
  assert.deepEqual(line.sent, [{ type: "hello", token: "secret", since: null, form: "picture" }]);
  assert.equal(socket.line.value, "online");
});

test("after a break it comes back by itself, and asks for what it has missed", () => {
  online().tell({ type: "news", message: { number: 41, at: 0 } });
  Wire.last.break();
  assert.equal(socket.line.value, "offline");
  pass(0.15);
  Wire.last.welcome();
  assert.equal(Wire.all.length, 2);
  assert.deepEqual(Wire.last.sent, [{ type: "hello", token: "secret", since: 41, form: "picture" }]);
  assert.equal(socket.line.value, "online");
});

test("it calls again at once, then less and less often, and anew after a welcome", () => {
  online();
  const waits: number[] = [];
  for (let tries = 0; tries < 8; tries++) {
    const before = Wire.all.length;
    Wire.last.break();
    let waited = 0;
    while (Wire.all.length === before) {
      pass(0.05);
      waited += 50;
    }
    waits.push(waited);
  }
  assert.deepEqual(waits, [150, 400, 800, 1500, 3000, 5000, 5000, 5000]);
  Wire.last.welcome();
  Wire.last.break();
  pass(0.15);
  assert.equal(Wire.all.length, 10);
});

test("a try that leads nowhere is given up for another", () => {
  online().break();
  pass(0.15);
  assert.equal(Wire.all.length, 2);
  pass(8);
  pass(0.4);
  assert.equal(Wire.all.length, 3);
  Wire.all[1]?.break(); // too late to matter
  Wire.last.welcome();
  assert.equal(socket.line.value, "online");
});

test("it does not come back where that is no use", () => {
  for (const [code, reason] of [
    [4404, "table"],
    [4403, "token"],
  ] as const) {
    online();
    let closed = "";
    socket.onClosed = (why) => (closed = why);
    Wire.last.break(code, "");
    pass(60);
    assert.deepEqual([socket.line.value, closed], ["closed", reason]);
  }
  assert.equal(Wire.all.length, 2);
});

test("a farewell for good is one, and one for a while is not", () => {
  online().tell({ type: "bye", reason: "stopping", again: 1 });
  Wire.last.break(1001);
  assert.equal(socket.line.value, "offline");
  pass(0.15);
  Wire.last.welcome();
  Wire.last.tell({ type: "bye", reason: "lost_seat" });
  Wire.last.break(1008);
  assert.equal(socket.line.value, "closed");
});

// -- a dead line -------------------------------------------------------------------------------

test("a dead line is noticed within ten seconds, without waiting for it to close", () => {
  const dead = online();
  pass(4);
  assert.equal(dead.asked("ping").length, 1);
  pass(4.9);
  assert.equal(socket.line.value, "online");
  pass(0.1);
  assert.equal(socket.line.value, "offline");
  pass(0.15);
  assert.equal(Wire.all.length, 2);
  Wire.last.welcome();
  dead.break(); // at last
  assert.equal(socket.line.value, "online");
});

test("a quiet line that answers stays, and is asked rarely", () => {
  const line = online();
  for (let second = 0; second < 60; second++) {
    pass(1);
    const last = line.asked("ping").at(-1);
    if (last) line.tell({ type: "pong", id: last.id, now: 0 });
  }
  assert.equal(socket.line.value, "online");
  assert.ok(line.asked("ping").length <= 15);
});

test("any word will do", () => {
  const line = online();
  for (let number = 2; number < 12; number++) {
    pass(3.5);
    line.tell({ type: "news", message: { number, at: 0 } });
  }
  assert.equal(line.asked("ping").length, 0);
});

test("a page that nobody sees asks more rarely, and at once when somebody looks", () => {
  page.hidden = true;
  const line = online();
  pass(19);
  assert.equal(line.asked("ping").length, 0);
  hidden(false);
  assert.equal(line.asked("ping").length, 1);
  pass(5);
  assert.equal(socket.line.value, "offline");
});

test("a page that was asleep asks at once", () => {
  const line = online();
  happens("resume", page);
  assert.equal(line.asked("ping").length, 1);
});

test("what the browser says of its network counts at once", () => {
  online();
  happens("offline");
  assert.equal(socket.line.value, "offline");
  for (let tries = 0; tries < 6; tries++) {
    pass(5);
    Wire.last.break();
  }
  const before = Wire.all.length;
  happens("online");
  assert.equal(Wire.all.length, before + 1);
  Wire.last.welcome();
  assert.equal(socket.line.value, "online");
});

test("the network being back puts an end to a try that hangs", () => {
  online();
  happens("offline");
  pass(0.15);
  const hanging = Wire.last;
  happens("online");
  assert.notEqual(Wire.last, hanging);
  assert.equal(hanging.readyState, 2);
});

// -- what is asked -------------------------------------------------------------------------------

test("an answer goes to who asked for it", async () => {
  const line = online();
  const [first, second] = [socket.ask(act(1)), socket.why("garbo", null)];
  const [ask, why] = [line.asked("ask")[0]?.id ?? 0, line.asked("why")[0]?.id ?? 0];
  line.tell({ type: "refused", id: why, code: "no", text: "" });
  line.tell({ type: "done", id: ask, number: 5 });
  assert.equal((await first).type, "done");
  assert.equal((await second).type, "refused");
});

test("a move that is made while the line is down goes out once, when it is back", async () => {
  online().break();
  const done = socket.ask(act(1));
  pass(0.15);
  const line = Wire.last;
  line.open();
  assert.equal(line.asked("ask").length, 0); // not before the welcome
  line.welcome();
  assert.deepEqual(
    line.asked("ask").map(({ request }) => request),
    [act(1)],
  );
  line.tell({ type: "done", id: line.asked("ask")[0]?.id ?? 0, number: 2 });
  assert.deepEqual((await done).type, "done");
  line.break();
  pass(0.15);
  Wire.last.welcome();
  assert.equal(Wire.last.asked("ask").length, 0); // what was answered is not sent again
});

test("a move whose answer never came is sent again under the same turn", async () => {
  const dead = online();
  const done = socket.ask(act(1));
  assert.equal(dead.asked("ask").length, 1);
  pass(9);
  pass(0.15);
  Wire.last.welcome();
  const [again] = Wire.last.asked("ask");
  assert.deepEqual(again?.request, act(1));
  Wire.last.tell({ type: "refused", id: again?.id ?? 0, code: "move.done", text: "" });
  assert.equal((await done).type, "refused");
});

test("of what else was asked it is said that nobody knows whether it was done", async () => {
  const line = online();
  const said = socket.ask({ command: "say", text: "hello" });
  const looked = socket.why("garbo", null);
  line.break();
  const answers = (await Promise.all([said, looked])) as wire.Refused[];
  assert.deepEqual(
    answers.map(({ code, key }) => [code, key]),
    [
      ["offline", "web.offline.unsure"],
      ["offline", "web.offline.lost"],
    ],
  );
  pass(0.15);
  Wire.last.welcome();
  assert.equal(Wire.last.asked("ask").length, 0);
});

test("what is asked without a line is said not to have been sent", async () => {
  online().break();
  const answer = (await socket.ask({ command: "say", text: "hello" })) as wire.Refused;
  assert.deepEqual([answer.code, answer.key], ["offline", "web.offline.lost"]);
});

test("at the end nobody waits for an answer, and nothing calls again", async () => {
  online().break();
  const kept = socket.ask(act(1));
  socket.end();
  assert.equal((await kept).type, "refused");
  assert.equal((await socket.ask(act(2))).type, "refused");
  pass(60);
  happens("online");
  hidden(false);
  assert.equal(Wire.all.length, 1);
});

test("the server's clock is known", async () => {
  socket = new TableSocket("t", null);
  Wire.last.open();
  Wire.last.tell({
    type: "welcome",
    protocol: 1,
    table: "t",
    seat: null,
    host: false,
    number: 1,
    now: 30 + Date.now() / 1000,
  });
  await settled();
  assert.equal(socket.skew.value, 30);
});

// -- a server that can keep nothing ---------------------------------------------------------------

const trouble = (id: number): wire.Told => ({
  type: "refused",
  id,
  code: "database",
  text: "",
  key: "refused.database",
});

test("a move that cannot be kept is held, and sent again when it can be", async () => {
  const line = online();
  const answer = socket.ask(act(5));
  line.tell({ type: "keeping", possible: false });
  line.tell(trouble(1));
  assert.equal(socket.keeping.value, false);
  assert.equal(line.sent.length, 2);
  line.tell({ type: "keeping", possible: true });
  assert.equal(socket.keeping.value, true);
  assert.deepEqual(line.sent[2], { type: "ask", id: 1, request: act(5) });
  line.tell({ type: "done", id: 1, number: 9 });
  assert.deepEqual(await answer, { type: "done", id: 1, number: 9 });
});

test("what could be done twice is refused while nothing can be kept", async () => {
  const line = online();
  const answer = socket.ask({ command: "say", text: "hello" });
  line.tell({ type: "keeping", possible: false });
  line.tell(trouble(1));
  assert.equal(((await answer) as wire.Refused).code, "database");
  line.tell({ type: "keeping", possible: true });
  assert.equal(line.sent.length, 2);
});

test("a new line begins without knowing of trouble", () => {
  online().tell({ type: "keeping", possible: false });
  Wire.last.break();
  pass(0.15);
  Wire.last.welcome();
  assert.equal(socket.keeping.value, true);
});
