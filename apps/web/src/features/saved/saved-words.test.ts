import type { SavedMessage } from "@colbin/protocol";
import { expect, test } from "vitest";
import { wordsOfSaved } from "./saved-words.ts";

test("a saved message is called by its words, with names in the place of mentions", () => {
  const message = { content: "<@1>:\nnow", metadata: { plainText: "@Bob:\nnow" } };
  const saved = { note: "", message } as SavedMessage;
  expect(wordsOfSaved(saved)).toBe("@Bob: now");
  expect(wordsOfSaved({ ...saved, note: "Ask him" })).toBe("Ask him");
});
