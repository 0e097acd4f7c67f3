// boardgame.io on a small game of placement with hidden stacks; one mode for each process.
//   node boardgameio.mjs MODE SECONDS [WARMUP_SECONDS]
//   MODE: reducer | client | local | simulate
// Prints one line of JSON: {version, decisions, games, wall, cpu, legal, rss_kb}.
//
// The game of columns: 4 players, 24 columns of height 4, so 96 decisions and about 18 legal columns
// at each. A player puts the top tile of an own secret stack on a column that is not full; at the
// end each column goes to whoever has most pips in it. engines/columns.py has it in plain Python.
import { createRequire } from 'node:module';

const [mode = 'reducer', seconds = '5', warmup = '1'] = process.argv.slice(2);
const require = createRequire(new URL('../build/peers/node/', import.meta.url));
const { Client } = require('boardgame.io/client');
const { Local } = require('boardgame.io/multiplayer');
const { CreateGameReducer, InitializeGame } = require('boardgame.io/internal');
const { INVALID_MOVE, PlayerView } = require('boardgame.io/core');
const { RandomBot, Simulate } = require('boardgame.io/ai');
const version = `${require('boardgame.io/package.json').version} on Node ${process.versions.node}`;

const PLAYERS = 4, COLUMNS = 24, HEIGHT = 4, TILES = COLUMNS * HEIGHT / PLAYERS;

function winner(cols) {
  const points = Array(PLAYERS).fill(0);
  for (const col of cols) {
    const pips = Array(PLAYERS).fill(0);
    for (const t of col) pips[t.owner] += t.value;
    const best = Math.max(...pips);
    pips.forEach((p, i) => { if (p === best) points[i] += 1; });
  }
  return points.indexOf(Math.max(...points));
}

function legal(G) {
  const out = [];
  for (let c = 0; c < COLUMNS; c++) if (G.cols[c].length < HEIGHT) out.push(c);
  return out;
}

const game = {
  name: 'columns',
  setup: ({ random }) => ({
    cols: Array.from({ length: COLUMNS }, () => []),
    left: COLUMNS * HEIGHT,
    players: Object.fromEntries(Array.from({ length: PLAYERS }, (_, p) => [
      String(p),
      { stack: random.Shuffle(Array.from({ length: TILES }, (_, i) => 1 + i % 6)) },
    ])),
  }),
  playerView: PlayerView.STRIP_SECRETS,
  moves: {
    place: ({ G, playerID }, c) => {
      if (G.cols[c].length >= HEIGHT) return INVALID_MOVE;
      G.cols[c].push({ owner: Number(playerID), value: G.players[playerID].stack.pop() });
      G.left -= 1;
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
  endIf: ({ G }) => (G.left === 0 ? { winner: winner(G.cols) } : undefined),
  ai: { enumerate: (G) => legal(G).map((c) => ({ move: 'place', args: [c] })) },
};

const pick = (list) => list[Math.floor(Math.random() * list.length)];
let legalSum = 0;

// Each play() runs one game to its end and returns the number of decisions.
const modes = {
  // The pure state machine: no store, no transport, no view.
  reducer() {
    const reducer = CreateGameReducer({ game });
    return () => {
      let s = InitializeGame({ game, numPlayers: PLAYERS }), n = 0;
      while (s.ctx.gameover === undefined) {
        const l = legal(s.G); legalSum += l.length;
        const payload = { type: 'place', args: [pick(l)], playerID: s.ctx.currentPlayer };
        s = reducer(s, { type: 'MAKE_MOVE', payload });
        n++;
      }
      return n;
    };
  },
  // The documented headless client, hot seat: redux store, log, getState().
  client() {
    return () => {
      const client = Client({ game, numPlayers: PLAYERS, debug: false });
      client.start();
      let n = 0;
      for (let s = client.getState(); s.ctx.gameover === undefined; s = client.getState()) {
        const l = legal(s.G); legalSum += l.length;
        client.moves.place(pick(l));
        n++;
      }
      client.stop();
      return n;
    };
  },
  // Four clients on one in-process master, each with its own filtered view.
  local() {
    let match = 0;
    return async () => {
      const multiplayer = Local(), matchID = `m${match++}`;
      const clients = Array.from({ length: PLAYERS }, (_, p) =>
        Client({
          game, numPlayers: PLAYERS, multiplayer, matchID, playerID: String(p), debug: false,
        }));
      clients.forEach((c) => c.start());
      for (let spin = 0; clients.some((c) => c.getState() === null); spin++) {
        if (spin > 1e6) throw new Error('clients did not sync');
        await null;
      }
      let n = 0;
      for (;;) {
        const p = Number(clients[0].getState().ctx.currentPlayer);
        const s = clients[p].getState();
        if (s.ctx.gameover !== undefined) break;
        const l = legal(s.G); legalSum += l.length;
        clients[p].moves.place(pick(l));
        n++;
        const want = s._stateID + 1;
        for (let spin = 0; clients.some((c) => c.getState()._stateID < want); spin++) {
          if (spin > 1e6) throw new Error('clients did not follow');
          await null;
        }
      }
      clients.forEach((c) => c.stop());
      return n;
    };
  },
  // The library's own bot loop.
  simulate() {
    const bots = Object.fromEntries(Array.from({ length: PLAYERS }, (_, p) =>
      [String(p), new RandomBot({ game, enumerate: game.ai.enumerate, seed: p })]));
    return async () => {
      const start = InitializeGame({ game, numPlayers: PLAYERS });
      const { state } = await Simulate({ game, bots, state: start });
      if (state.ctx.gameover === undefined) throw new Error('game did not end');
      legalSum = NaN;
      return state.ctx.turn;
    };
  },
};

const play = modes[mode]();
async function run(forSeconds) {
  legalSum = 0;
  let decisions = 0, games = 0;
  const cpu0 = process.cpuUsage(), t0 = performance.now();
  let wall = 0;
  do {
    decisions += await play();
    games += 1;
    wall = (performance.now() - t0) / 1000;
  } while (wall < forSeconds);
  const cpu = process.cpuUsage(cpu0);
  return {
    decisions, games, wall, cpu: (cpu.user + cpu.system) / 1e6, legal: legalSum / decisions,
  };
}
await run(Number(warmup));
const result = await run(Number(seconds));
const rss_kb = process.resourceUsage().maxRSS;
console.log(JSON.stringify({ version, ...result, rss_kb }));
process.exit(0);
