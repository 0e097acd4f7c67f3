/** Calls everybody and everything by name, and says the sentences that the server makes. */
import type * as wire from "../net/wire";
import { contents } from "../store/content";
import { locationName, missionName, tileName } from "./things";
import { knows, listed, t, tn } from "./words";

type Term = NonNullable<wire.Sentence["arguments"]>[string];

export class Teller {
  constructor(readonly players: string[]) {}

  player = (seat: number): string => this.players[seat] ?? "";
  tile = tileName;
  location = locationName;
  mission = missionName;
  flag = (id: string): string => (knows(`flag.${id}`) ? t(`flag.${id}`) : id);

  space(id: string): string {
    const [location = "", numeral = ""] = id.split(".");
    return t("name.space", { location: this.location(location), numeral });
  }

  reward(location: string, which: number): string {
    const several = contents().location(location).rewards ?? 1;
    const key = several > 1 ? ["name.reward.first", "name.reward.second"][which] : "name.reward";
    return t(key ?? "name.reward", { location: this.location(location) });
  }

  spot(id: string): string {
    const [location = "", mark] = id.split(".");
    if (mark === "R" || mark === "R2") return this.reward(location, mark === "R2" ? 1 : 0);
    return this.space(id);
  }

  tileParts(id: string): string {
    const tile = contents().tile(id);
    const symbols = tile.symbols ?? [];
    const named = [...new Set(symbols)].map((symbol) => {
      const word = t(`symbol.${symbol}`);
      return symbols.filter((s) => s === symbol).length > 1 ? t("tile.twice", { symbol: word }) : word;
    });
    return [
      t("tile.strength", { strength: tile.strength }),
      tn("points", tile.points),
      this.flag(tile.flag),
      ...named,
      ...(tile.woman ? [t("symbol.woman")] : []),
    ].join(", ");
  }

  tellTile = (id: string): string => t("tile.line", { tile: this.tile(id), parts: this.tileParts(id) });

  /** Say a sentence; the stop of a name such as "Hans R." ends it as well. */
  say = (said: wire.Sentence): string => String(this.#word(said)).replace(/\.\.$/, ".");

  #word(term: Term): string | number {
    if (typeof term !== "object") return term;
    if (Array.isArray(term)) return this.#called(term);
    const { key, arguments: given = {}, number } = term;
    const words = Object.fromEntries(Object.entries(given).map(([name, one]) => [name, this.#word(one)]));
    return number == null ? t(key, words) : tn(key, number, words);
  }

  #called([kind, id]: wire.Name): string {
    switch (kind) {
      case "player":
        return this.player(Number(id));
      case "players":
        return listed((id as number[]).map(this.player));
      case "tile":
        return this.tile(String(id));
      case "location":
        return this.location(String(id));
      case "mission":
        return this.mission(String(id));
      case "space":
      case "reward":
        return this.spot(String(id));
    }
  }
}
