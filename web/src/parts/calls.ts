/** Being called when it is one's turn: by the page while it is open, by the worker when not. Off until asked for. */
import { effect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import * as api from "../net/api";
import type * as wire from "../net/wire";
import { canBeCalled, listenFor, listenNoMore } from "../net/worker";
import { mine } from "../store/mine";
import { prefer, settings } from "../store/settings";
import type { TableStore } from "../store/table";
import { language, t } from "../words/words";

const isGranted = (): boolean => "Notification" in window && Notification.permission === "granted";

/** Ask to be called, or not to be any more; at all tables. */
export async function wantCalls(on: boolean): Promise<void> {
  prefer({ notify: on && (await Notification.requestPermission()) === "granted" });
  if (on) return;
  await listenNoMore();
  for (const { table, seats } of mine.peek())
    for (const { token } of seats) await api.removePush(table, token).catch(() => null);
}

/** A mark in the title and, where wished, a call when it is my turn; the server calls when this page is closed. */
export function useTurnCall(store: TableStore, about: wire.About): void {
  useEffect(() => {
    const stopCalling = effect(() => {
      const mine = store.mine.value;
      document.title = mine ? `● ${t("web.title.turn")}` : "Estoril";
      if (mine && document.hidden && settings.value.notify && isGranted()) void notify(store.id);
    });
    const stopListening = effect(() => {
      const plays = store.seat.value !== null && store.info.value?.state !== "over";
      if (!plays || store.token === null || !settings.value.notify || !isGranted() || !canBeCalled(about.push)) return;
      listenFor(store.id, store.token, about.push, language()).catch(console.warn);
    });
    return () => {
      stopCalling();
      stopListening();
      document.title = "Estoril";
    };
  }, [store]);
}

/** Say it by the worker, as telephones want it, or by the page. */
async function notify(table: string): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration) return registration.showNotification(t("web.title.turn"), { tag: table });
  new Notification(t("web.title.turn"), { tag: table }).onclick = () => window.focus();
}
