/**
 * What is kept for when the server cannot be reached: the client itself, words and content, and one's finished games.
 * The page and its worker share this; nothing here needs either.
 */

/** A mark of the form in which replays are written; the build knows it. */
declare const FORMAT: string;

/** Caches of the client are named by its version, that of replays by their form: neither is mixed with another. */
export const OURS = "estoril-";
export const shellOf = (version: string): string => `${OURS}shell-${version}`;
export const REPLAYS = `${OURS}replays-${FORMAT}`;

/** Says in an answer that it was kept, and comes not from the server. */
export const KEPT = "x-estoril-kept";

export type Asked = "page" | "file" | "catalogue" | "replay";

const CATALOGUES = new Set(["/api", "/api/words", "/api/content", "/api/rules"]);
const OTHERS = ["/api/", "/assets/", "/developers", "/openapi.json", "/healthz", "/metrics", "/worker.js"];

/**
 * What a request asks for, if an answer to it may be kept. Whatever belongs to a seat has a token, and whatever
 * belongs to a table that plays is asked of other paths: neither is touched.
 */
export function askedFor(request: Pick<Request, "method" | "url" | "mode" | "headers">, origin: string): Asked | null {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== origin || request.headers.has("authorization")) return null;
  const path = url.pathname;
  if (request.mode === "navigate")
    return OTHERS.some((other) => path === other || path.startsWith(other)) ? null : "page";
  if (path.startsWith("/assets/")) return "file";
  if (CATALOGUES.has(path)) return "catalogue";
  // only of games that are over there is a replay, and content is no secret
  return /^\/api\/tables\/[^/]+\/(replay|content)$/.test(path) ? "replay" : null;
}

/** Where a kept game is to be found: as everybody sees it now. */
export const replayPath = (table: string): string => `/api/tables/${encodeURIComponent(table)}/replay?eyes=all`;
export const contentPath = (table: string): string => `/api/tables/${encodeURIComponent(table)}/content`;
