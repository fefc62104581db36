import { afterEach, expect, it, vi } from "vitest";
import { createReading } from "./ask-reader.ts";
import { READER_READY } from "./readings.ts";

/** The workers of the page; each notes what it is asked. */
const workers: FakeWorker[] = [];

class FakeWorker extends EventTarget {
  readonly asked: string[] = [];

  constructor() {
    super();
    workers.push(this);
  }

  postMessage(question: string): void {
    this.asked.push(question);
  }

  terminate(): void {}

  say(...messages: readonly unknown[]): void {
    for (const data of messages) this.dispatchEvent(new MessageEvent("message", { data }));
  }
}

vi.stubGlobal("Worker", FakeWorker);
afterEach(() => void workers.splice(0));

const settle = () => new Promise((resolve) => void setTimeout(resolve));

it("asks once more where the worker did not come, and never where it could not read", async () => {
  const reading = createReading("a");
  const look = (): void => reading.subscribe(() => undefined)();
  for (const messages of [[], [READER_READY]]) {
    look();
    workers.at(-1)?.say(...messages);
    workers.at(-1)?.dispatchEvent(new Event("error"));
    await settle();
  }
  look();
  expect(workers.map(({ asked }) => asked)).toEqual([["a"], ["a"]]);
  expect(reading.getSnapshot()).toBeUndefined();
});

it("reads one after the other what is still in sight", async () => {
  const readings = ["b", "c", "d"].map(createReading);
  const stops = readings.map((reading) => reading.subscribe(() => undefined));
  stops[1]?.();
  for (const answer of [1, 2]) {
    workers[0]?.say(READER_READY, answer);
    await settle();
  }
  expect(workers[0]?.asked).toEqual(["b", "d"]);
  expect(readings.map((reading) => reading.getSnapshot())).toEqual([1, undefined, 2]);
});
