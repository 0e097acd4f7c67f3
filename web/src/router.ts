/** Which screen the address asks for. Secrets stand behind the #, which no server sees. */
import { signal } from "@preact/signals";
import { outdated } from "./net/worker";

export type Route =
  | { screen: "home" }
  | { screen: "table"; table: string; invitation: string | null; seat: number | null; carried: string[] }
  | { screen: "replay"; table: string; move: string | null }
  | { screen: "review"; table: string }
  | { screen: "rules"; rule: string | null }
  | { screen: "learn" }
  | { screen: "howto" }
  | { screen: "credits" }
  | { screen: "games" }
  | { screen: "puzzles" }
  | { screen: "puzzle"; puzzle: string }
  | { screen: "strong" }
  | { screen: "unknown" };

function parse(): Route {
  const parts = location.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  const hash = new URLSearchParams(location.hash.slice(1));
  if (parts[0] === "t" && parts[1]) {
    if (parts[2] === "replay") return { screen: "replay", table: parts[1], move: hash.get("move") };
    if (parts[2] === "review") return { screen: "review", table: parts[1] };
    if (parts.length > 2) return { screen: "unknown" };
    const seat = hash.get("seat");
    const carried = hash.get("s")?.split(".") ?? [];
    // a seat is taken up once: the secret stands in the address no longer than it must
    if (carried.length) history.replaceState(null, "", location.pathname);
    return {
      screen: "table",
      table: parts[1],
      invitation: hash.get("i"),
      seat: seat === null ? null : Number(seat),
      carried,
    };
  }
  if (parts[0] === "rules") return { screen: "rules", rule: location.hash.slice(1) || null };
  if (parts[0] === "learn") return { screen: "learn" };
  if (parts[0] === "how-to-play") return { screen: "howto" };
  if (parts[0] === "credits") return { screen: "credits" };
  if (parts[0] === "games") return { screen: "games" };
  if (parts[0] === "puzzles") return parts[1] ? { screen: "puzzle", puzzle: parts[1] } : { screen: "puzzles" };
  if (parts[0] === "strong") return { screen: "strong" };
  return { screen: parts.length ? "unknown" : "home" };
}

export const route = signal<Route>(parse());

export function go(path: string, replace = false): void {
  if (outdated.peek()) {
    location.assign(path);
    return;
  }
  history[replace ? "replaceState" : "pushState"](null, "", path);
  route.value = parse();
  scrollTo(0, 0);
}

addEventListener("popstate", () => (route.value = parse()));
addEventListener("hashchange", () => (route.value = parse()));

/** Let links within the client change the screen without a load. */
document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = (event.target as Element | null)?.closest("a");
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (link.pathname.startsWith("/api") || link.pathname.startsWith("/assets")) return;
  event.preventDefault();
  go(link.pathname + link.hash);
});

export const tablePath = (table: string): string => `/t/${encodeURIComponent(table)}`;
export const invitePath = (table: string, invitation: string, seat?: number): string =>
  `${location.origin}${tablePath(table)}#i=${invitation}${seat === undefined ? "" : `&seat=${seat}`}`;
/** The link by which another device takes up seats: whoever has it, has them. */
export const seatLink = (table: string, tokens: readonly string[]): string =>
  `${location.origin}${tablePath(table)}#s=${tokens.join(".")}`;
