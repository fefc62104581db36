import { expect, test } from "vitest";
import { Receipts } from "./receipts.ts";

function takeLive(receipts: Receipts, ...seqs: readonly number[]): void {
  for (const seq of seqs) receipts.take(seq, false);
}

function takeReplay(receipts: Receipts, ...seqs: readonly number[]): void {
  for (const seq of seqs) receipts.take(seq, true);
}

test("a replay between two connections closes the gap, and nothing counts as lost or doubled", () => {
  const receipts = new Receipts();
  takeLive(receipts, 1, 2);
  receipts.connectAgain();
  takeReplay(receipts, 3, 4);
  takeLive(receipts, 5);

  expect(receipts).toMatchObject({ head: 5, doubled: 0, overlaps: 0 });
  expect(receipts.countMissing(5)).toBe(0);
});

test("a live event that overtakes the replay and comes with it again is an overlap", () => {
  const receipts = new Receipts();
  takeLive(receipts, 1);
  receipts.connectAgain();
  takeLive(receipts, 4);
  takeReplay(receipts, 2, 3, 4);

  expect(receipts).toMatchObject({ head: 4, doubled: 0, overlaps: 1 });
});

test("an event that never came is missing, whatever came after it", () => {
  const receipts = new Receipts();
  takeLive(receipts, 1, 2, 4, 5);

  expect(receipts.head).toBe(2);
  expect(receipts.countMissing(5)).toBe(1);
});

test("what a person had before the cut is doubled when it comes again", () => {
  const receipts = new Receipts();
  takeLive(receipts, 1, 2);
  receipts.connectAgain();
  takeReplay(receipts, 2, 3);

  expect(receipts).toMatchObject({ head: 3, doubled: 1 });
});

test("a live event that comes twice on one connection is doubled", () => {
  const receipts = new Receipts();
  takeLive(receipts, 1, 2, 2);

  expect(receipts.doubled).toBe(1);
});
