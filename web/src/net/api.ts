/** Requests to the own server. Tokens go into a header, never into an address. */
import { signal } from "@preact/signals";
import { KEPT } from "./offline";
import type * as wire from "./wire";

export type Eyes = NonNullable<wire.EyesQuery["eyes"]>;

/** Whether the server could not be reached the last time. */
export const lost = signal(false);

export class Refused extends Error {
  constructor(
    readonly problem: wire.Problem,
    readonly status: number,
  ) {
    super(problem.text);
  }
}

async function call<T>(method: string, path: string, token?: string | null, body?: unknown): Promise<T> {
  const headers: Record<string, string> = {};
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  const answer = await fetch(path, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  }).catch((error: unknown) => {
    lost.value = true;
    throw error;
  });
  lost.value = answer.headers.has(KEPT);
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => null)) as wire.Problem | null;
    throw new Refused(problem ?? { code: "server", text: answer.statusText }, answer.status);
  }
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

const at = (table: string, rest = ""): string => `/api/tables/${encodeURIComponent(table)}${rest}`;

export const about = () => call<wire.About>("GET", "/api");
/** The browser says itself which languages its owner reads; a named one comes first. */
export const wordsPath = (language: string): string =>
  `/api/words${language && `?language=${encodeURIComponent(language)}`}`;
export const words = (language: string) => call<wire.Words>("GET", wordsPath(language));
export const rulesPath = (language: string): string => `/api/rules?language=${encodeURIComponent(language)}`;
export const rules = (language: string) => call<wire.Rules>("GET", rulesPath(language));
export const content = () => call<wire.Boxes>("GET", "/api/content?modules=all");
export const contentAt = (table: string) => call<wire.Boxes>("GET", at(table, "/content"));
export const listTables = (state: wire.Listing["state"]) => call<wire.Listings>("GET", `/api/tables?state=${state}`);
export const openTable = (table: wire.NewTable) => call<wire.Opened>("POST", "/api/tables", null, table);
export const lookAt = (table: string) => call<wire.Looked>("GET", at(table));
export const join = (table: string, invitation: string | null, body: wire.Joining) =>
  call<wire.Seated>("POST", at(table, "/join"), invitation, body);
export const invite = (table: string, token: string, seat: number | null) =>
  call<wire.Invitation>("POST", at(table, "/invitations"), token, { seat });
export const messages = (table: string, token: string | null) =>
  call<wire.Messages>("GET", at(table, "/messages"), token);
/** What was told after an entry, with the picture of then and what each fact changes in it. */
export const pictured = (table: string, token: string | null, since: number) =>
  call<wire.Messages>("GET", at(table, `/messages?since=${since}&form=picture`), token);
export const command = (table: string, token: string, request: wire.Ask["request"]) =>
  call<wire.Commanded>("POST", at(table, "/commands"), token, request);
export const view = (table: string, token: string | null) => call<wire.Snapshot>("GET", at(table, "/view"), token);
export const record = (table: string, token: string | null) => call<unknown>("GET", at(table, "/record"), token);
export const replay = (table: string, eyes: Eyes) => call<wire.Replay>("GET", at(table, `/replay?eyes=${eyes}`));
export const review = (table: string) => call<wire.Reviewed>("GET", at(table, "/review"));
/** How far a review is, without itself. */
export const reviewed = (table: string) => call<wire.Reviewed>("GET", at(table, "/review?whole=false"));
export const makeReview = (table: string, depth: wire.ReviewWish["depth"], token: string | null) =>
  call<wire.Reviewed>("POST", at(table, "/review"), token, { depth });
export const tryAgain = (table: string, body: wire.TryingAgain) =>
  call<wire.Opened>("POST", at(table, "/again"), null, body);
export const hint = (table: string, token: string | null, body: wire.HintWish) =>
  call<wire.Advised>("POST", at(table, "/hint"), token, body);
export const puzzles = () => call<wire.Puzzles>("GET", "/api/puzzles");
export const puzzle = (id: string) => call<wire.PosedPuzzle>("GET", `/api/puzzles/${encodeURIComponent(id)}`);
/** Which rule bars a tile or a target in a puzzle. */
export const puzzleWhy = (id: string, asked: Record<string, string>) =>
  call<wire.Barred>("GET", `/api/puzzles/${encodeURIComponent(id)}/why?${new URLSearchParams(asked)}`);
export const strong = () => call<wire.StrongFigures>("GET", "/api/strong");
export const setPush = (table: string, token: string, body: wire.Subscription) =>
  call<void>("PUT", at(table, "/push"), token, body);
export const removePush = (table: string, token: string) => call<void>("DELETE", at(table, "/push"), token);
