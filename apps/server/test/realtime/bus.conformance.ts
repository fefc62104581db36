import { expect, vi } from "vitest";
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

const patience = { timeout: 2_000, interval: 1 };

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
  await vi.waitUntil(() => {
    say(bus, subject, "hello");
    return heard.includes("hello");
  }, patience);
}

/** What was said before this on the same subject has been heard after it, as far as it ever will be. */
async function fence(from: Bus, subject: string, heard: readonly string[]): Promise<void> {
  const word = `fence ${Math.random()}`;
  say(from, subject, word);
  await vi.waitUntil(() => heard.includes(word), patience);
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
      expect(received.some((payload) => Buffer.compare(payload, bytes) === 0)).toBe(true);
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
      expect(heard.filter((word) => word.startsWith("word"))).toEqual(words);
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
      expect(theirs.heard).toContain("my own");
      expect(mine.heard).not.toContain("my own");
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
      expect(a.heard).toContain("for a");
      expect(b.heard).not.toContain("for a");
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
      expect(heard.filter((word) => word === "twice")).toHaveLength(2);
      stop();
      say(one, "room.a", "once");
      await fence(one, "room.a", heard);
      expect(heard.filter((word) => word === "once")).toHaveLength(1);
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
      expect(stays.heard).toContain("after");
      expect(goes.heard).not.toContain("after");
    },
  },
  {
    name: "has a subscription in force when a flush after it has settled",
    async run({ one, other }) {
      await other.flush();
      const { heard } = listen(other, "room.fresh");
      await other.flush();
      say(one, "room.fresh", "first word");
      await vi.waitUntil(() => heard.includes("first word"), patience);
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
      expect(metrics.hints).toEqual(["too large"]);
      const largest = new Uint8Array(one.payloadMax).fill(120);
      one.publish("room.a", () => largest);
      await fence(one, "room.a", heard);
      expect(heard.slice(count).some((word) => word.length === one.payloadMax)).toBe(true);
    },
  },
  {
    name: "loses what is published after closing, and throws nothing",
    async run({ one, other, metrics }) {
      const { heard } = listen(other, "room.a");
      await untilHeard(one, "room.a", heard);
      expect(one.isUp()).toBe(true);
      say(one, "room.a", "in time");
      await one.close();
      await one.close();
      expect(one.isUp()).toBe(false);
      say(one, "room.a", "too late");
      await one.flush();
      await vi.waitUntil(() => heard.includes("in time"), patience);
      expect(heard).not.toContain("too late");
      expect(metrics.hints).toEqual(["down"]);
    },
  },
];
