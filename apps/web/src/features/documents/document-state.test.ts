import type { Document } from "@colbin/protocol";
import { expect, test } from "vitest";
import { isWritable, stateText } from "./document-state.ts";
import type { LiveState } from "./live-document.ts";

const open: LiveState = {
  isReady: true,
  isConnected: true,
  wasConnected: true,
  isReadOnly: false,
  waiting: 0,
  isKept: true,
  isGone: false,
  build: "same",
  size: "fits",
  people: [],
};
const mine = { status: "ACTIVE", level: "OWNER", isLocked: false } as Document;
const lost = { isConnected: false };

test.each<[string, Partial<LiveState>, Partial<Document>]>([
  ["Saved", {}, {}],
  ["Saving…", { waiting: 3 }, {}],
  ["Connecting…", { ...lost, wasConnected: false }, {}],
  ["Offline", lost, {}],
  ["Offline, 1 change waits on this device", { ...lost, waiting: 1 }, {}],
  ["Offline, 2 changes wait on this device", { ...lost, wasConnected: false, waiting: 2 }, {}],
  ["Offline, 1 change is only in this tab", { ...lost, waiting: 1, isKept: false }, {}],
  ["Read only, you may not write here", { isReadOnly: true }, { level: "READ" }],
  ["Read only until you reload", { ...lost, build: "older" }, {}],
  ["1 change waits on this device", { ...lost, build: "older", waiting: 1 }, {}],
  ["Waiting for the server", { ...lost, build: "newer" }, {}],
  ["Read only, it is locked", { isReadOnly: true }, { isLocked: true }],
  ["Read only, it is archived", { isReadOnly: true }, { status: "ARCHIVED" }],
  // The channel knows it first.
  ["Read only", { isReadOnly: true }, {}],
  ["Read only, 2 changes of this device are not saved", { isReadOnly: true, waiting: 2 }, {}],
  ["Not saved any more", { isGone: true, waiting: 2 }, {}],
])("says %j with %j and %j", (words, live, document) => {
  expect(stateText({ ...mine, ...document }, { ...open, ...live }, true)).toBe(words);
});

test("without a network nothing is called saved", () => {
  expect(stateText(mine, open, false)).toBe("Offline");
});

test("the word of the channel on who may write is newer than that of the list", () => {
  const locked = { ...mine, isLocked: true };
  expect(isWritable(locked, open)).toBe(true);
  expect(isWritable(mine, { ...open, isReadOnly: true })).toBe(false);
  const silent = { ...open, isReadOnly: undefined };
  expect(isWritable(locked, silent)).toBe(false);
  expect(isWritable(mine, silent)).toBe(true);
});
