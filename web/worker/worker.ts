/**
 * Keeps the client for when the server is away, and hears when it is somebody's turn while no page is open.
 * It answers for pages, files, catalogues and finished games alone (`offline.askedFor`).
 */
import { askedFor, KEPT, OURS, REPLAYS, shellOf } from "../src/net/offline";
import type { Pushed } from "../src/net/wire";

declare const self: ServiceWorkerGlobalScope;
/** Of this build: the files of the client, and a mark that changes with any of them. */
declare const FILES: string[];
declare const VERSION: string;

const SHELL = shellOf(VERSION);
const PAGE = "/";
const FIRST = [PAGE, "/api", "/api/content?modules=all", "/api/words", "/api/rules"];
/** Milliseconds that a server may take before what is kept is shown instead. */
const PATIENCE = 6000;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  switch (askedFor(request, self.location.origin)) {
    case "page":
      return event.respondWith(fromServer(request, () => kept(SHELL, PAGE)));
    case "file":
      return event.respondWith(caches.match(request).then((found) => found ?? fetch(request)));
    case "catalogue":
      return event.respondWith(fromServer(request, () => kept(SHELL, request), keep));
    case "replay":
      return event.respondWith(fromServer(request, () => kept(REPLAYS, request)));
  }
});
self.addEventListener("push", (event) => event.waitUntil(call(event.data?.json() as Pushed)));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(`/t/${encodeURIComponent(event.notification.tag)}`));
});

/** Fetch all of this version, or nothing; also what the version before had of words and rules. */
async function install(): Promise<void> {
  const words = await Promise.all((await caches.keys()).filter((name) => name.startsWith(shellOf(""))).map(wordsIn));
  const cache = await caches.open(SHELL);
  const fresh = (path: string): Request => new Request(path, { cache: "reload" });
  await cache.addAll([...new Set([...FILES, ...FIRST, ...words.flat()])].map(fresh));
  await self.skipWaiting();
}

const wordsIn = async (name: string): Promise<string[]> =>
  (await (await caches.open(name)).keys())
    .map(({ url }) => new URL(url))
    .filter(({ pathname, search }) => search && /^\/api\/(words|rules)$/.test(pathname))
    .map(({ pathname, search }) => pathname + search);

/** Let the version before go, with all that it kept. */
async function takeOver(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== SHELL && name !== REPLAYS);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Ask the server; if it cannot be reached, or a proxy says so, give what is kept. */
async function fromServer(
  request: Request,
  otherwise: () => Promise<Response | undefined>,
  then?: (request: Request, answer: Response) => void,
): Promise<Response> {
  const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => undefined);
  if (answer && ![502, 503, 504].includes(answer.status)) {
    if (answer.ok) then?.(request, answer.clone());
    return answer;
  }
  return (await otherwise()) ?? answer ?? Response.error();
}

const keep = (request: Request, answer: Response): void =>
  void caches.open(SHELL).then((cache) => cache.put(request, answer));

/** Look something up, and say that it was kept. */
async function kept(name: string, request: Request | string): Promise<Response | undefined> {
  const found = await (await caches.open(name)).match(request);
  if (!found) return undefined;
  const headers = new Headers(found.headers);
  headers.set(KEPT, "1");
  return new Response(found.body, { status: found.status, headers });
}

const windows = (): Promise<readonly WindowClient[]> =>
  self.clients.matchAll({ type: "window", includeUncontrolled: true });
const isAt = (client: WindowClient, path: string): boolean => new URL(client.url).pathname === path;

/** Tell that it is somebody's turn, unless they are looking at the table. */
async function call({ table, title, text }: Pushed): Promise<void> {
  const path = `/t/${encodeURIComponent(table)}`;
  const seen = (await windows()).some((client) => isAt(client, path) && client.visibilityState === "visible");
  if (!seen) await self.registration.showNotification(title, { body: text, tag: table, icon: ICON, badge: ICON });
}

const ICON = FILES.find((name) => name.includes("icon-192")) ?? "";

/** Bring the table to the front, or open it. */
async function show(path: string): Promise<void> {
  const open = (await windows()).find((client) => isAt(client, path));
  await (open ? open.focus() : self.clients.openWindow(path));
}
