import { expect, test } from "vitest";
import { roomRightsOf } from "./room-rights.ts";

type Place = Parameters<typeof roomRightsOf>[0];

const owned: Place = {
  sessionRoomSlug: "maps",
  roomType: "channel",
  accessType: "PUBLIC",
  status: "ACTIVE",
  level: "OWNER",
};

const [cy, dan] = [{ fullName: "Cy" }, { fullName: "Dan" }];

/** The acts on somebody who is ADMIN, and on somebody who may WRITE. */
function judge(change: Partial<Place>): string {
  const rights = roomRightsOf({ ...owned, ...change });
  const may = [
    rights.manages && "manage",
    rights.mayInvite && "invite",
    rights.mayRestrict && "restrict",
    rights.mayRemove("ADMIN") && "remove admins",
    rights.mayRemove("WRITE") && "remove",
    rights.mayMakeOwner("WRITE") && "make owners",
    rights.levelsFor("ADMIN", false).length > 0 && "lower admins",
    rights.levelsFor("WRITE", false).length > 0 && "give levels",
    rights.levelsFor(rights.manages ? "OWNER" : "WRITE", true).length > 0 && "lower themself",
  ];
  return may.filter(Boolean).join(", ");
}

const places: readonly [string, Partial<Place>, string][] = [
  [
    "owns",
    {},
    "manage, invite, restrict, remove admins, remove, make owners, lower admins, give levels, lower themself",
  ],
  ["manages", { level: "ADMIN" }, "manage, invite, restrict, remove, give levels"],
  ["writes into", { level: "WRITE" }, "invite"],
  ["writes into, and that is private", { level: "WRITE", accessType: "PRIVATE" }, ""],
  ["reads", { level: "READ" }, ""],
  ["owns, and that is archived", { status: "ARCHIVED" }, ""],
  [
    "owns as a group that has a name",
    { roomType: "group", accessType: "PRIVATE", roomName: "Three", participants: [cy, dan] },
    "manage, invite, remove admins, remove, make owners, lower admins, give levels, lower themself",
  ],
  [
    "owns as a group that is called after its people",
    { roomType: "group", accessType: "PRIVATE", roomName: "Cy, Dan", participants: [cy, dan] },
    "manage, remove admins, remove, make owners, lower admins, give levels, lower themself",
  ],
  ["writes to one other in", { roomType: "direct", accessType: "PRIVATE", level: "WRITE" }, ""],
  [
    "owns, and that everybody is in",
    { sessionRoomSlug: "general" },
    "manage, invite, remove admins, remove",
  ],
];

test.each(places)("in a room that somebody %s they may: %s", (_what, change, may) => {
  expect(judge(change)).toBe(may);
});

test("who is no owner makes a room only stricter", () => {
  const types = (level: Place["level"]) =>
    roomRightsOf({ ...owned, accessType: "PROTECTED", level }).accessTypes;
  expect(types("OWNER")).toEqual(["PUBLIC", "PROTECTED", "PRIVATE"]);
  expect(types("ADMIN")).toEqual(["PROTECTED", "PRIVATE"]);
});
