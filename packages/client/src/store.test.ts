import { expect, it } from "vitest";
import { createStore } from "./store.ts";

/** A store whose frames are drawn by the test, and what its listener was told. */
function drawn() {
  const frames: (() => void)[] = [];
  const store = createStore(0, (run) => frames.push(run));
  const told: number[] = [];
  store.subscribe(() => told.push(store.getSnapshot()));
  const draw = (): void => {
    for (const frame of frames.splice(0)) frame();
  };
  const add = (): void => store.update((value) => value + 1);
  return { store, told, draw, add, frames };
}

it("tells of all that is gathered before a frame once, and has it at once", () => {
  const { store, told, draw, add, frames } = drawn();
  store.gather(() => {
    add();
    add();
  });
  store.gather(add);
  expect([store.getSnapshot(), told, frames.length]).toEqual([3, [], 1]);
  draw();
  expect(told).toEqual([3]);
  draw();
  store.gather(add);
  draw();
  expect(told).toEqual([3, 4]);
});

it("tells of what is gathered with the next change of one's own, and of nothing twice", () => {
  const { store, told, draw, add } = drawn();
  store.gather(add);
  add();
  draw();
  expect(told).toEqual([2]);
});

it("tells of a change that was gathered before something failed, and of those that follow", () => {
  const { store, told, draw, add } = drawn();
  const failing = () =>
    store.gather(() => {
      add();
      throw new Error("lost");
    });
  expect(failing).toThrow("lost");
  add();
  draw();
  expect(told).toEqual([2]);
});
