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
    isRestricted: false,
    isLocked: false,
    isTemplate: false,
    sessionRoomSlug: null,
  } as const;
  return { ...plain, createdBy, ...part };
}

test.each<[Partial<Document>, string]>([
  [{}, "rename inside move share duplicate duplicateTree template lock archive trash"],
  [
    { level: "ADMIN" },
    "rename inside move share duplicate duplicateTree template lock archive trash",
  ],
  [{ level: "WRITE" }, "rename inside move duplicate duplicateTree"],
  [{ level: "COMMENT" }, "duplicate duplicateTree"],
  [{ level: "READ" }, "duplicate duplicateTree"],
  [
    { isTemplate: true, level: "ADMIN" },
    "rename inside move share duplicate duplicateTree untemplate lock archive trash",
  ],
  [{ isLocked: true }, "inside move share duplicate duplicateTree template unlock archive trash"],
  [{ isLocked: true, level: "WRITE" }, "inside move duplicate duplicateTree"],
  [{ status: "ARCHIVED" }, "share duplicate duplicateTree unarchive trash"],
  [{ status: "ARCHIVED", level: "WRITE" }, "duplicate duplicateTree"],
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
  for (const part of [{ level: "READ" }, { level: "WRITE", isRestricted: true }] as const)
    expect(actsOn(documentOf({ ...part, createdBy }), me)).not.toContain("trash");
});
