/** The worker beside the page, with caches, windows and a server that the test plays. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { KEPT, REPLAYS, replayPath, shellOf } from "../src/net/offline";

const HERE = "https://estoril.test";
const path = (request: Request | string): string => {
  const { pathname, search } = new URL(typeof request === "string" ? request : request.url, HERE);
  return pathname + search;
};

// -- what a worker has ---------------------------------------------------------------------------

class Shelf {
  readonly kept = new Map<string, Response>();

  async match(request: Request | string): Promise<Response | undefined> {
    return this.kept.get(path(request))?.clone();
  }
  async put(request: Request | string, answer: Response): Promise<void> {
    this.kept.set(path(request), answer);
  }
  async addAll(requests: string[]): Promise<void> {
    const answers = await Promise.all(requests.map((one) => globalThis.fetch(one)));
    if (answers.some(({ ok }) => !ok)) throw new TypeError("not all of it");
    for (const [i, request] of requests.entries()) this.kept.set(path(request), answers[i] as Response);
  }
  async keys(): Promise<{ url: string }[]> {
    return [...this.kept.keys()].map((one) => ({ url: HERE + one }));
  }
}

const shelves = new Map<string, Shelf>();
const shelf = (name: string): Shelf => shelves.get(name) ?? (shelves.set(name, new Shelf()).get(name) as Shelf);
const windows: { url: string; visibilityState: string; focused: boolean; focus: () => void }[] = [];
const shown: { title: string; body: string; tag: string }[] = [];
const opened: string[] = [];
const heard = new Map<string, (event: unknown) => void>();
/** What the server answers; nothing: it cannot be reached. */
let server: ((path: string) => Response) | null = null;

const globals = {
  self: {
    location: new URL(HERE),
    addEventListener: (name: string, listener: (event: unknown) => void) => heard.set(name, listener),
    skipWaiting: async () => {},
    clients: {
      claim: async () => {},
      matchAll: async () => windows,
      openWindow: async (where: string) => void opened.push(where),
    },
    registration: {
      showNotification: async (title: string, more: { body: string; tag: string }) =>
        void shown.push({ title, body: more.body, tag: more.tag }),
    },
  },
  caches: {
    open: async (name: string) => shelf(name),
    keys: async () => [...shelves.keys()],
    delete: async (name: string) => shelves.delete(name),
    match: async (request: Request) => {
      for (const one of shelves.values()) if (one.kept.has(path(request))) return one.match(request);
      return undefined;
    },
  },
  // a request of Node wants a whole address
  Request: class {
    readonly url: string;
    constructor(where: string) {
      this.url = new URL(where, HERE).href;
    }
  },
  fetch: async (request: Request | string) => {
    if (!server) throw new TypeError("fetch failed");
    return server(path(request));
  },
};
for (const [name, value] of Object.entries(globals))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
// as a string, as the compiler must not read it among files of a page
await import("../worker/worker" as string);

/** Let something happen to the worker, and wait for all that it does then. */
async function happens(name: string, more: object = {}): Promise<void> {
  const waits: Promise<unknown>[] = [];
  heard.get(name)?.({ ...more, waitUntil: (work: Promise<unknown>) => waits.push(work) });
  await Promise.all(waits);
}

/** Ask for something as a page does; null: the worker leaves it to the browser. */
async function ask(where: string, mode = "cors", token = ""): Promise<Response | null> {
  let answer: Promise<Response> | null = null;
  const headers = new Headers(token ? { authorization: token } : {});
  const request = { url: HERE + where, method: "GET", mode, headers };
  const respondWith = (found: Promise<Response>): void => {
    answer = found;
  };
  heard.get("fetch")?.({ request, respondWith });
  await new Promise((resolve) => setImmediate(resolve));
  return answer;
}

const says = (text: string) => (where: string) => new Response(`${text} ${where}`);

beforeEach(() => {
  shelves.clear();
  for (const list of [windows, shown, opened]) list.length = 0;
  server = says("new");
});

// -- versions --------------------------------------------------------------------------------------

test("a version is fetched as a whole, with the words that the one before spoke", async () => {
  shelf(shellOf("old")).kept.set("/api/words?language=de", new Response("alt"));
  await happens("install");
  const kept = [...shelf(shellOf("new")).kept.keys()];
  for (const wanted of ["/", "/api", "/assets/app-2.js", "/api/words?language=de", "/api/rules"])
    assert.ok(kept.includes(wanted), wanted);
});

test("a version that cannot be fetched as a whole does not come", async () => {
  server = (where) => new Response("", { status: where.includes("icon") ? 404 : 200 });
  await assert.rejects(happens("install"));
});

test("the version before goes with all that it kept, and replays of a form that is no more", async () => {
  for (const name of [shellOf("old"), shellOf("new"), "estoril-replays-other", REPLAYS, "somebody else's"]) shelf(name);
  await happens("activate");
  assert.deepEqual([...shelves.keys()], [shellOf("new"), REPLAYS, "somebody else's"]);
});

// -- with and without the server ---------------------------------------------------------------------

test("while the server answers, its answers count; pages are not kept, words are", async () => {
  await happens("install");
  server = says("newest");
  assert.equal(await (await ask("/t/abc", "navigate"))?.text(), "newest /t/abc");
  assert.equal(await (await ask("/api/words"))?.text(), "newest /api/words");
  const kept = shelf(shellOf("new")).kept;
  assert.ok(!kept.has("/t/abc"));
  assert.equal(await kept.get("/api/words")?.text(), "newest /api/words");
});

test("without it every page is the client, and what was kept says so", async () => {
  await happens("install");
  shelf(REPLAYS).kept.set(replayPath("abc"), new Response("a game"));
  for (const down of [null, () => new Response("bad gateway", { status: 502 })]) {
    server = down;
    const page = await ask("/t/abc/replay", "navigate");
    assert.equal(await page?.text(), "new /");
    assert.equal(page?.headers.get(KEPT), "1");
    assert.equal(await (await ask("/api"))?.text(), "new /api");
    assert.equal(await (await ask(replayPath("abc")))?.text(), "a game");
    assert.equal(await (await ask("/assets/app-2.js"))?.text(), "new /assets/app-2.js");
  }
});

test("what was never kept cannot be had without it", async () => {
  await happens("install");
  server = null;
  assert.equal((await ask(replayPath("other")))?.type, "error");
});

test("a refusal is an answer, and is not kept", async () => {
  await happens("install");
  shelf(REPLAYS);
  server = () => new Response("not yet", { status: 409 });
  assert.equal((await ask(replayPath("running")))?.status, 409);
  assert.equal(shelf(REPLAYS).kept.size, 0);
});

test("what belongs to a seat goes past the worker", async () => {
  assert.equal(await ask("/api/tables/abc/view", "cors", "Bearer secret"), null);
  assert.equal(await ask("/api/tables/abc/messages"), null);
  assert.equal(await ask("/api", "cors", "Bearer secret"), null);
});

// -- being called --------------------------------------------------------------------------------------

const call = { event: "your_turn", table: "a b", number: 7, title: "Your turn", text: "Ana!" };
const push = () => happens("push", { data: { json: () => call } });
const window_ = (where: string, visibilityState: string) => {
  const focus = (): void => {
    one.focused = true;
  };
  const one = { url: HERE + where, visibilityState, focused: false, focus };
  windows.push(one);
  return one;
};

test("a call is shown, also if another table is looked at", async () => {
  window_("/t/other", "visible");
  window_("/t/a%20b", "hidden");
  await push();
  assert.deepEqual(shown, [{ title: "Your turn", body: "Ana!", tag: "a b" }]);
});

test("who looks at the table is not called", async () => {
  window_("/t/a%20b", "visible");
  await push();
  assert.deepEqual(shown, []);
});

test("a call leads to the table: to its window, or to a new one", async () => {
  const notification = { tag: "a b", close: () => {} };
  await happens("notificationclick", { notification });
  assert.deepEqual(opened, ["/t/a%20b"]);
  const open = window_("/t/a%20b", "hidden");
  await happens("notificationclick", { notification });
  assert.ok(open.focused);
  assert.equal(opened.length, 1);
});
