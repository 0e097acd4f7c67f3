/** The worker beside the page: it keeps the client for when the server is away, and is called when nobody looks. */
import { signal } from "@preact/signals";
import * as api from "./api";
import { contentPath, OURS, REPLAYS, replayPath } from "./offline";
import type * as wire from "./wire";

/** Whether a newer client has taken over: the next screen is loaded afresh, so that none is mixed of two. */
export const outdated = signal(false);

/** Let the worker begin; browsers without one, or pages that may not have one, do without. */
export async function beginWorker(words: () => string[]): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const first = navigator.serviceWorker.controller === null;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (!first) outdated.value = true;
    // what this page speaks came before there was a worker to keep it
    else for (const path of words()) void fetch(path).catch(() => null);
  });
  await navigator.serviceWorker.register("/worker.js").catch(() => null);
}

// -- installing -----------------------------------------------------------------------------------

/** What a browser offers that can install the client as an app; standards do not know it. */
interface Installing extends Event {
  prompt(): Promise<unknown>;
}

/** Installs the client as an app, where the browser can and has not. */
export const install = signal<(() => void) | null>(null);

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  install.value = () => void (event as Installing).prompt().then(() => (install.value = null));
});

// -- finished games ------------------------------------------------------------------------------

const storage = (): CacheStorage | null => ("caches" in globalThis ? caches : null);

/** Keep a finished game, to be looked at without the server; with its content, if that is not today's. */
export async function keepReplay(table: string, replay: wire.Replay): Promise<void> {
  const cache = await storage()?.open(REPLAYS);
  await cache?.put(replayPath(table), Response.json(replay));
  if ((replay.info.content ?? "today") !== "today") await cache?.add(contentPath(table)).catch(() => null);
}

/** Whether a game has been kept. */
export const isKept = async (table: string): Promise<boolean> =>
  !!(await (await storage()?.open(REPLAYS))?.match(replayPath(table)));

export async function dropReplay(table: string): Promise<void> {
  const cache = await storage()?.open(REPLAYS);
  await Promise.all([replayPath(table), contentPath(table)].map((path) => cache?.delete(path)));
}

/** Keep nothing of any game. */
export async function dropReplays(): Promise<void> {
  const names = (await storage()?.keys()) ?? [];
  await Promise.all(names.filter((name) => name.startsWith(`${OURS}replays`)).map((name) => caches.delete(name)));
}

// -- being called ----------------------------------------------------------------------------------

/** Whether this browser can be called when no page is open, and the server calls. */
export const canBeCalled = (key: string | null | undefined): key is string =>
  !!key && "serviceWorker" in navigator && "PushManager" in globalThis;

/** Let this browser be called when it is the turn of a seat. */
export async function listenFor(table: string, token: string, key: string, language: string): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const old = await pushManager.getSubscription();
  const wanted = bytesOf(key);
  const same = old && sameBytes(new Uint8Array(old.options.applicationServerKey ?? new ArrayBuffer(0)), wanted);
  if (old && !same) await old.unsubscribe();
  const subscription =
    (same ? old : null) ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: wanted }));
  const { endpoint = "", keys = {} } = subscription.toJSON();
  await api.setPush(table, token, {
    endpoint,
    keys: { p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" },
    language,
  });
}

/** Be called no more, at no table. */
export async function listenNoMore(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, i) => byte === other[i]);
