/**
 * Shows facts on the table one after the other, until the server's own view takes over.
 * It draws what a fact says and decides nothing.
 */
import type * as wire from "../net/wire";
import { type Fact, findSpace, type View } from "../words/teller";

type Space = wire.Space;
type Place = wire.LocationView;

const onSpace = (view: View, id: string, change: (space: Space) => Space): View => ({
  ...view,
  places: view.places.map((place) =>
    id.startsWith(`${place.id}.`)
      ? { ...place, spaces: place.spaces.map((space) => (space.id === id ? change(space) : space)) }
      : place,
  ),
});

const onPlace = (view: View, id: string, change: (place: Place) => Place): View => ({
  ...view,
  places: view.places.map((place) => (place.id === id ? change(place) : place)),
});

const onSeat = (view: View, seat: number, change: (player: wire.Player) => wire.Player): View => ({
  ...view,
  players: view.players.map((player) => (player.seat === seat ? change(player) : player)),
});

const empty = (space: Space): Space => ({
  id: space.id,
  numeral: space.numeral,
  row: space.row,
  column: space.column,
  outer: space.outer,
  top_secret: space.top_secret,
  peek: space.peek,
  occupied: false,
});

const without = (tiles: string[] | null, tile: string | null): string[] | null => {
  if (!tiles || tile === null || !tiles.includes(tile)) return tiles;
  const at = tiles.indexOf(tile);
  return [...tiles.slice(0, at), ...tiles.slice(at + 1)];
};

const setReward = (place: Place, which: number, tile: string | null, up: boolean): Place => {
  const id = `${place.id}.${which ? "R2" : "R"}`;
  const rest = place.rewards.filter((reward) => reward.id !== id);
  return { ...place, rewards: [...rest, { id, tile, face_up: up }].sort((a, b) => (a.id < b.id ? -1 : 1)) };
};

const dropReward = (place: Place, which: number): Place => ({
  ...place,
  rewards: place.rewards.filter((reward) => reward.id !== `${place.id}.${which ? "R2" : "R"}`),
});

const toHand = (view: View, seat: number, tile: string): View =>
  onSeat(view, seat, (player) => ({
    ...player,
    hand: player.hand ? [...player.hand, tile] : null,
    hand_size: player.hand_size + 1,
  }));

export function unfold(view: View, fact: Fact): View {
  switch (fact.event) {
    case "placed": {
      const laid = onSpace(view, fact.space, (space) => ({
        ...space,
        occupied: true,
        tile: fact.tile,
        face_up: fact.face_up,
        owner: fact.seat,
        controller: fact.seat,
      }));
      return onSeat(laid, fact.seat, (player) => ({
        ...player,
        hand: without(player.hand, fact.tile),
        hand_size: player.hand_size - 1,
        markers: player.markers - 1,
      }));
    }
    case "peeked": {
      if (fact.tile === null) return view;
      const tile = fact.tile;
      const [location = "", mark] = fact.target.split(".");
      if (mark === "R" || mark === "R2") {
        return onPlace(view, location, (place) => ({
          ...place,
          rewards: place.rewards.map((reward) => (reward.id === fact.target ? { ...reward, tile } : reward)),
        }));
      }
      return onSpace(view, fact.target, (space) => ({ ...space, tile }));
    }
    case "die_moved":
      return onPlace({ ...view, die: fact.number }, fact.location, (place) => ({ ...place, number: fact.number }));
    case "location_rotated":
      return onPlace(view, fact.location, (place) => ({ ...place, quarter: fact.quarter }));
    case "resolution_started":
      return {
        ...view,
        places: view.places.map((place) => ({ ...place, resolving: place.id === fact.location })),
      };
    case "revealed":
      return onSpace(view, fact.space, (space) => ({ ...space, tile: fact.tile, face_up: true }));
    case "reward_revealed":
    case "reward_shown":
      return onPlace(view, fact.location, (place) => setReward(place, fact.which, fact.tile, true));
    case "reward_dealt":
      return onPlace(view, fact.location, (place) => setReward(place, fact.which, fact.tile, fact.face_up));
    case "assassinated":
      return toHand(onSpace(view, fact.space, empty), fact.to ?? fact.owner, fact.tile);
    case "taken_back":
      return toHand(onSpace(view, fact.space, empty), fact.seat, fact.tile);
    case "sacrificed":
      return onSpace(view, fact.space, empty);
    case "seduced": {
      const moved = findSpace(view, fact.source);
      const left = onSpace(view, fact.source, empty);
      return onSpace(left, fact.space, (space) => ({
        ...space,
        occupied: true,
        tile: fact.tile,
        face_up: true,
        owner: moved?.owner ?? fact.owner,
        controller: moved?.controller ?? fact.owner,
        turned: moved?.turned ?? false,
        void: true,
      }));
    }
    case "shielded":
      return onSpace(view, fact.space, (space) => ({ ...space, shield: true }));
    case "agent_turned": {
      const gone = toHand(onSpace(view, fact.by, empty), fact.seat, fact.tile);
      return onSpace(gone, fact.space, (space) => ({ ...space, controller: fact.seat, turned: true }));
    }
    case "reward_won":
      return toHand(
        onPlace(view, fact.location, (place) => dropReward(place, fact.which)),
        fact.seat,
        fact.tile,
      );
    case "reward_returned":
      return onPlace(view, fact.location, (place) => dropReward(place, fact.which));
    case "enigma_won":
      return onSeat(
        onPlace(view, fact.location, (place) => ({ ...place, enigma: false })),
        fact.seat,
        (player) => ({ ...player, enigma: true }),
      );
    case "enigma_placed":
      return onPlace(view, fact.location, (place) => ({ ...place, enigma: true }));
    case "discarded":
      return onSeat(view, fact.seat, (player) => ({
        ...player,
        discards: [...player.discards, { tile: fact.tile, colour: null }],
      }));
    case "discard_chosen":
      return onSeat(view, fact.seat, (player) => ({
        ...player,
        hand: without(player.hand, fact.tile),
        hand_size: player.hand_size - 1,
      }));
    case "round_started":
      return { ...view, round: fact.round, first: fact.first };
    default:
      return view;
  }
}
