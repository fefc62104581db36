import { expect, test } from "vitest";
import { applyUpdate, Doc, encodeStateAsUpdate } from "yjs";
import { clocksOf, countDeletions, countWaiting, toClocks } from "./waiting.ts";

function docWith(text: string): Doc {
  const doc = new Doc();
  countDeletions(doc);
  doc.getText("content").insert(0, text);
  return doc;
}

test("all that is written waits until a vector covers it", () => {
  const doc = docWith("abc");
  const stored = clocksOf(doc);
  expect(countWaiting(clocksOf(doc), new Map())).toBe(3);
  expect(countWaiting(clocksOf(doc), stored)).toBe(0);
  doc.getText("content").insert(3, "de");
  expect(countWaiting(clocksOf(doc), stored)).toBe(2);
});

test("a deletion waits as well, and makes no end of others", () => {
  const doc = docWith("abc");
  const stored = clocksOf(doc);
  doc.getText("content").delete(0, 1);
  expect(countWaiting(clocksOf(doc), stored)).toBe(1);
  doc.getText("content").delete(0, 1);
  expect(countWaiting(clocksOf(doc), stored)).toBe(2);
});

test("deletions of others are not counted here", () => {
  const [doc, other] = [docWith("abc"), new Doc()];
  const stored = clocksOf(doc);
  applyUpdate(other, encodeStateAsUpdate(doc));
  other.getText("content").delete(0, 2);
  applyUpdate(doc, encodeStateAsUpdate(other));
  expect(doc.getText("content").toJSON()).toBe("c");
  expect(countWaiting(clocksOf(doc), stored)).toBe(0);
});

test("a vector is read as the server writes it", () => {
  expect(toClocks(btoa(String.fromCharCode(1, 7, 5)))).toEqual(new Map([[7, 5]]));
});
