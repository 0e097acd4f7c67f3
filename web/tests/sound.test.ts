/** Sounds: who hears them, when, and that they tell no secret. */
import "./page";

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { Fact } from "../src/net/wire";
import { EVENTS } from "../src/net/wire";
import { soundOf } from "../src/sound/score";
import { prefer } from "../src/store/settings";
import { given } from "./given";
import { happens, page, wishes } from "./page";

let started = 0;
const loud: number[] = [];
const sounding = new Set<Node>();

/** What a browser sounds with; it counts what is begun. */
class Param {
  #value = 0;
  setValueAtTime = (): void => {};
  exponentialRampToValueAtTime = (to: number): void => assert.ok(to > 0);
  get value(): number {
    return this.#value;
  }
  set value(to: number) {
    this.#value = to;
    loud.push(to);
  }
}
class Node {
  gain = new Param();
  frequency = new Param();
  connect = <T>(to: T): T => to;
  disconnect = (): void => {};
  onended = (): void => {};
  start(): void {
    started++;
    sounding.add(this);
  }
  stop = (): void => {};
}
class Context {
  static last: Context;
  state = "running";
  suspend(): void {
    this.state = "suspended";
  }
  resume(): void {
    this.state = "running";
  }
  currentTime = 0;
  sampleRate = 100;
  destination = {};
  constructor() {
    Context.last = this;
  }
  createGain = (): Node => new Node();
  createOscillator = (): Node => new Node();
  createBufferSource = (): Node => new Node();
  createBiquadFilter = (): Node => new Node();
  createBuffer = () => ({ getChannelData: () => new Float32Array(100) });
}
Object.assign(globalThis, { AudioContext: Context });
const { play } = await import("../src/sound/synth");

const heard = (act: () => void): boolean => {
  started = 0;
  act();
  return started > 0;
};

beforeEach(() => {
  prefer({ muted: false, volume: 0.6, still: false });
  wishes.still.say(false);
  page.hidden = false;
});

test("nothing sounds before the page has been touched", () => {
  assert.ok(!heard(() => play("turn")));
  happens("pointerdown", undefined, { pointerType: "mouse" });
  assert.ok(heard(() => play("turn")));
});

test("who mutes, turns the volume down or asks for less hears nothing", () => {
  happens("keydown");
  prefer({ muted: true });
  assert.ok(!heard(() => play("shot")));
  prefer({ muted: false, volume: 0 });
  assert.ok(!heard(() => play("shot")));
  prefer({ volume: 1, still: true });
  assert.ok(!heard(() => play("shot")));
  prefer({ still: false });
  wishes.still.say(true);
  assert.ok(!heard(() => play("shot")));
  wishes.still.say(false);
  page.hidden = true;
  assert.ok(!heard(() => play("shot")));
  page.hidden = false;
  assert.ok(heard(() => play("shot")));
});

test("the volume is what somebody has set, and never more than soft", () => {
  happens("keydown");
  prefer({ volume: 1 });
  play("reward");
  const most = loud.at(-1) ?? 0;
  prefer({ volume: 0.5 });
  play("reward");
  assert.equal(loud.at(-1), most / 2);
  assert.ok(most <= 0.6);
});

test("between sounds nothing works for silence", () => {
  happens("keydown");
  play("shot");
  play("turn");
  assert.equal(Context.last.state, "running");
  for (const source of [...sounding]) {
    assert.equal(Context.last.state, "running");
    source.onended();
  }
  assert.equal(Context.last.state, "suspended");
  play("turn");
  assert.equal(Context.last.state, "running");
});

test("a sound follows the kind of what is told and what everybody sees, whatever else a reader knows", () => {
  const facts = given.replay.moves.flatMap(({ facts }) => facts);
  assert.ok(facts.length > 100);
  for (const fact of facts) {
    const { event } = fact;
    const bare = { event, ...("face_up" in fact && { face_up: fact.face_up }) } as Fact;
    assert.equal(soundOf(fact), soundOf(bare), event);
  }
});

test("what a table is about can be heard", () => {
  const sounds = new Set(
    (Object.keys(EVENTS) as Fact["event"][]).map((event) => soundOf({ event, face_up: false } as Fact)),
  );
  for (const sound of ["close", "open", "shot", "embrace", "shield", "dice", "roulette", "reward", "round", "end"])
    assert.ok(sounds.has(sound as never), sound);
});
