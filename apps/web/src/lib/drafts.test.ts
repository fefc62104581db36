import { expect, it } from "vitest";
import { readDraft, toDraftKey, writeDraft } from "./drafts.ts";

it("keeps a draft for one person in one room of one workspace", () => {
  const place = { userId: "alice", workspaceId: "here", roomSlug: "general" };
  const others = [
    { ...place, workspaceId: "elsewhere" },
    { ...place, workspaceId: undefined },
    { ...place, userId: "bob" },
    { ...place, roomSlug: "other" },
  ];
  writeDraft(toDraftKey(place), "half a sentence");
  expect(readDraft(toDraftKey({ ...place }))).toBe("half a sentence");
  expect(others.map((each) => readDraft(toDraftKey(each)))).toEqual(["", "", "", ""]);
  writeDraft(toDraftKey(place), "");
  expect(readDraft(toDraftKey(place))).toBe("");
});
