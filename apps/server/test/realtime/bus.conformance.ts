import assert from "node:assert/strict";
import type { Bus, BusMetrics, LostHint } from "#server/platform/realtime/bus.ts";

/** Counts for the tests of this folder. */
export class TestBusMetrics implements BusMetrics {
  readonly hints: LostHint[] = [];
  readonly changes: boolean[] = [];

  lost(why: LostHint): void {
    this.hints.push(why);
  }

  up(isUp: boolean): void {
    this.changes.push(isUp);
  }
}

/** Two buses of different processes that are connected with each other, and what the first one counted. */
interface Pair {
  readonly one: Bus;
  readonly other: Bus;
  readonly metrics: TestBusMetrics;
}

interface ConformanceCase {
  readonly name: string;
  run(pair: Pair): Promise<void>;
}

const PATIENCE_MS = 2_000;

/** Gathers what arrives, and waits until so many have. */
function listen(bus: Bus, subject: string): { readonly heard: string[]; stop(): void } {
  const heard: string[] = [];
  const stop = bus.subscribe(subject, (payload) => {
    heard.push(Buffer.from(payload).toString());
  });
  return { heard, stop };
}

function say(bus: Bus, subject: string, text: string): void {
  bus.publish(subject, () => Buffer.from(text));
}

/** Interest takes a moment to spread over a network: says it until it is heard. */
async function untilHeard(bus: Bus, subject: string, heard: readonly string[]): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!heard.includes("hello")) {
    assert.ok(performance.now() < deadline, `nothing was heard on ${subject}`);
    say(bus, subject, "hello");
    await turn();
  }
}

/** What was said before this on the same subject has been heard after it, as far as it ever will be. */
async function fence(from: Bus, subject: string, heard: readonly string[]): Promise<void> {
  const word = `fence ${Math.random()}`;
  const deadline = performance.now() + PATIENCE_MS;
  say(from, subject, word);
  while (!heard.includes(word)) {
    assert.ok(performance.now() < deadline, "the last word was not heard");
    await turn();
  }
}

async function until(isDone: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!isDone()) {
    assert.ok(performance.now() < deadline, `${what} did not come`);
    await turn();
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 1);
  });
}

/** What every bus must hold; a test file runs each of them on two connected buses of its kind. */
export const busConformance: readonly ConformanceCase[] = [
  {
    name: "brings what one process publishes to the listeners of the other, byte for byte",
    async run({ one, other }) {
      const received: Uint8Array[] = [];
      const { heard } = listen(other, "room.a");
      other.subscribe("room.a", (payload) => received.push(payload));
      await untilHeard(one, "room.a", heard);
      const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
      one.publish("room.a", () => bytes);
      await fence(one, "room.a", heard);
      assert.ok(received.some((payload) => Buffer.compare(payload, bytes) === 0));
    },
  },
  {
    name: "keeps the order of one publisher on one subject",
    async run({ one, other }) {
      const { heard } = listen(other, "room.a");
      await untilHeard(one, "room.a", heard);
      const words = Array.from({ length: 500 }, (_, index) => `word ${index}`);
      for (const word of words) say(one, "room.a", word);
      await fence(one, "room.a", heard);
      assert.deepEqual(
        heard.filter((word) => word.startsWith("word")),
        words,
      );
    },
  },
  {
    name: "never brings back what was published through the same object",
    async run({ one, other }) {
      const mine = listen(one, "room.a");
      const theirs = listen(other, "room.a");
      await untilHeard(one, "room.a", theirs.heard);
      await untilHeard(other, "room.a", mine.heard);
      say(one, "room.a", "my own");
      await fence(one, "room.a", theirs.heard);
      await fence(other, "room.a", mine.heard);
      assert.ok(theirs.heard.includes("my own"));
      assert.ok(!mine.heard.includes("my own"));
    },
  },
  {
    name: "keeps subjects apart",
    async run({ one, other }) {
      const a = listen(other, "room.a");
      const b = listen(other, "room.b");
      await untilHeard(one, "room.a", a.heard);
      await untilHeard(one, "room.b", b.heard);
      say(one, "room.a", "for a");
      await fence(one, "room.b", b.heard);
      await fence(one, "room.a", a.heard);
      assert.ok(a.heard.includes("for a"));
      assert.ok(!b.heard.includes("for a"));
    },
  },
  {
    name: "brings each word once to each of several subscriptions, also to the same listener given twice",
    async run({ one, other }) {
      const heard: string[] = [];
      const listener = (payload: Uint8Array): void => {
        heard.push(Buffer.from(payload).toString());
      };
      other.subscribe("room.a", listener);
      const stop = other.subscribe("room.a", listener);
      await untilHeard(one, "room.a", heard);
      await fence(one, "room.a", heard);
      say(one, "room.a", "twice");
      await fence(one, "room.a", heard);
      assert.equal(heard.filter((word) => word === "twice").length, 2);
      stop();
      say(one, "room.a", "once");
      await fence(one, "room.a", heard);
      assert.equal(heard.filter((word) => word === "once").length, 1);
    },
  },
  {
    name: "stops when asked, and stopping twice does nothing",
    async run({ one, other }) {
      const stays = listen(other, "room.a");
      const goes = listen(other, "room.a");
      await untilHeard(one, "room.a", goes.heard);
      goes.stop();
      goes.stop();
      say(one, "room.a", "after");
      await fence(one, "room.a", stays.heard);
      assert.ok(stays.heard.includes("after"));
      assert.ok(!goes.heard.includes("after"));
    },
  },
  {
    name: "has a subscription in force when a flush after it has settled",
    async run({ one, other }) {
      await other.flush();
      const { heard } = listen(other, "room.fresh");
      await other.flush();
      say(one, "room.fresh", "first word");
      await until(() => heard.includes("first word"), "the first word after a flush");
    },
  },
  {
    name: "loses and counts a payload that is too large, and goes on",
    async run({ one, other, metrics }) {
      const { heard } = listen(other, "room.a");
      await untilHeard(one, "room.a", heard);
      const count = heard.length;
      one.publish("room.a", () => new Uint8Array(one.payloadMax + 1));
      await fence(one, "room.a", heard);
      assert.deepEqual(metrics.hints, ["too large"]);
      const largest = new Uint8Array(one.payloadMax).fill(120);
      one.publish("room.a", () => largest);
      await fence(one, "room.a", heard);
      assert.ok(heard.slice(count).some((word) => word.length === one.payloadMax));
    },
  },
  {
    name: "loses what is published after closing, and throws nothing",
    async run({ one, other, metrics }) {
      const { heard } = listen(other, "room.a");
      await untilHeard(one, "room.a", heard);
      assert.ok(one.isUp());
      say(one, "room.a", "in time");
      await one.close();
      await one.close();
      assert.ok(!one.isUp());
      say(one, "room.a", "too late");
      await one.flush();
      await until(() => heard.includes("in time"), "what was published before closing");
      assert.ok(!heard.includes("too late"));
      assert.deepEqual(metrics.hints, ["down"]);
    },
  },
];
