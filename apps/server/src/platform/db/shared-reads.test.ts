import { expect, it } from "vitest";
import { createSharedReads } from "./shared-reads.ts";

/** Reads that settle when the test says so; each answers with its number. */
function openReads() {
  const reads = createSharedReads<number>();
  const begun: PromiseWithResolvers<number>[] = [];
  const ask = (key = "page") =>
    reads.read(key, () => {
      const one = Promise.withResolvers<number>();
      begun.push(one);
      return one.promise;
    });
  return { begun, ask };
}

it("shares the next read among all who ask while one is under way, and never that one", async () => {
  const { begun, ask } = openReads();
  const [first, ...others] = [ask(), ask(), ask()];
  expect(begun).toHaveLength(1);
  begun[0]?.resolve(1);
  expect(await first).toBe(1);
  const late = ask();
  begun[1]?.resolve(2);
  expect(await Promise.all(others)).toEqual([2, 2]);
  begun[2]?.resolve(3);
  expect(await late).toBe(3);
});

it("lets nobody wait for another read", () => {
  const { begun, ask } = openReads();
  void ask();
  void ask("another");
  expect(begun).toHaveLength(2);
});

it("begins anew after a failure, which only those hear who shared it", async () => {
  const { begun, ask } = openReads();
  const [first, second] = [ask(), ask()];
  begun[0]?.reject(new Error("The connection was lost"));
  await expect(first).rejects.toThrow("lost");
  begun[1]?.resolve(2);
  await expect(second).resolves.toBe(2);
  const third = ask();
  begun[2]?.resolve(3);
  await expect(third).resolves.toBe(3);
});
