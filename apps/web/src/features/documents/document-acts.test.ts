import type { Document, UserId } from "@colbin/protocol";
import { expect, test } from "vitest";
import { actsOn } from "./document-acts.ts";

const me = "me" as UserId;

type Judged = Parameters<typeof actsOn>[0];

function documentOf(part: Partial<Document>): Judged {
  const createdBy = { id: "somebody" as UserId, fullName: "Somebody" };
  const plain = {
    status: "ACTIVE",
    level: "OWNER",
    isLocked: false,
    sessionRoomSlug: null,
  } as const;
  return { ...plain, createdBy, ...part };
}

test.each<[Partial<Document>, string]>([
  [{}, "rename inside share lock archive trash"],
  [{ level: "ADMIN" }, "rename inside share lock archive trash"],
  [{ level: "WRITE" }, "rename inside"],
  [{ level: "COMMENT" }, ""],
  [{ level: "READ" }, ""],
  [{ isLocked: true }, "inside share unlock archive trash"],
  [{ isLocked: true, level: "WRITE" }, "inside"],
  [{ status: "ARCHIVED" }, "share unarchive trash"],
  [{ status: "ARCHIVED", level: "WRITE" }, ""],
  [{ status: "DELETED" }, "restore remove"],
  [{ status: "DELETED", level: "ADMIN" }, "restore"],
  [{ status: "DELETED", level: "ADMIN", sessionRoomSlug: "plans" }, "restore remove"],
  [{ status: "DELETED", level: "WRITE" }, ""],
])("with %j the acts are: %s", (part, acts) => {
  expect(actsOn(documentOf(part), me).join(" ")).toBe(acts);
});

test("whoever made it moves it to the trash", () => {
  const createdBy = { id: me, fullName: "Me" };
  expect(actsOn(documentOf({ level: "WRITE", createdBy }), me)).toContain("trash");
  expect(actsOn(documentOf({ level: "READ", createdBy }), me)).not.toContain("trash");
});
