import { routes, toRoomSlug } from "@colbin/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isReservedSlug,
  joinLevel,
  mayReadRoom,
  maySeeRoom,
  mayTypeInRoom,
  type RoomStanding,
} from "./rooms.rules.ts";

const outsider: RoomStanding = {
  workspaceRole: "MEMBER",
  workspaceStatus: "ACTIVE",
  accessType: "PUBLIC",
  status: "ACTIVE",
  accessStatus: "IDLE",
  accessLevel: null,
  isBanned: false,
  isOutsideDomain: false,
};
const writer: RoomStanding = { ...outsider, accessStatus: "ACCEPTED", accessLevel: "WRITE" };

describe("the address made of a name", () => {
  it.each([
    ["My Röom!", "my-room"],
    ["  Release   Train  ", "release-train"],
    ["ÀÉÎõü", "aeiou"],
    ["--a--b--", "a-b"],
    ["日本語", ""],
    ["", ""],
  ])("%j becomes %j", (name, slug) => {
    expect(toRoomSlug(name)).toBe(slug);
  });

  it("is always short, lower case, and its own slug", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (name) => {
        const slug = toRoomSlug(name);
        expect(slug).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/);
        expect(slug.length).toBeLessThanOrEqual(64);
        expect(toRoomSlug(slug)).toBe(slug);
      }),
    );
  });

  it("never hides an address of the API", () => {
    const addresses = Object.values(routes).flatMap(({ path }) =>
      path.startsWith("/session-room/") ? path.split("/").slice(2, 3) : [],
    );
    expect(addresses).toContain("my-rooms");
    expect(addresses.filter((word) => !isReservedSlug(word))).toEqual([]);
    expect(["new", "dm"].map(isReservedSlug)).toEqual([true, true]);
    expect(["general", "subscribe", ""].map(isReservedSlug)).toEqual([false, false, false]);
  });
});

describe("seeing and reading a room", () => {
  it("is open to members when the room is PUBLIC", () => {
    expect(maySeeRoom(outsider)).toBe(true);
    expect(mayReadRoom(outsider)).toBe(true);
  });

  it.each(["PROTECTED", "PRIVATE"] as const)(
    "is not reading for outsiders of a %s room",
    (accessType) => {
      expect(mayReadRoom({ ...outsider, accessType })).toBe(false);
    },
  );

  it("shows a PROTECTED room to members and a PRIVATE one to nobody outside", () => {
    expect(maySeeRoom({ ...outsider, accessType: "PROTECTED" })).toBe(true);
    expect(maySeeRoom({ ...outsider, accessType: "PRIVATE" })).toBe(false);
  });

  it("is for guests only where they are in", () => {
    expect(maySeeRoom({ ...outsider, workspaceRole: "GUEST" })).toBe(false);
    expect(mayReadRoom({ ...writer, workspaceRole: "GUEST" })).toBe(true);
  });

  it("ends with a ban", () => {
    expect(mayReadRoom({ ...outsider, accessStatus: "REMOVED", isBanned: true })).toBe(false);
  });

  it.each(["DELETED", "INACTIVE"] as const)(
    "is over for everybody when the room is %s",
    (status) => {
      expect(maySeeRoom({ ...writer, status })).toBe(false);
    },
  );

  it("gives no rank of the workspace a PRIVATE room that its person is not in", () => {
    const owner = { ...outsider, workspaceRole: "OWNER", accessType: "PRIVATE" } as const;
    expect(mayReadRoom(owner)).toBe(false);
  });

  it.each(["INVITED", "SUSPENDED", null] as const)(
    "is for nobody whose status in the workspace is %s",
    (workspaceStatus) => {
      expect(maySeeRoom({ ...writer, workspaceStatus })).toBe(false);
      expect(mayTypeInRoom({ ...writer, workspaceStatus }, "WRITE")).toBe(false);
    },
  );
});

describe("typing", () => {
  it.each([
    ["OWNER", true, true],
    ["ADMIN", true, true],
    ["WRITE", true, true],
    ["COMMENT", false, true],
    ["READ", false, false],
  ] as const)("at level %s is shown: %s, in a thread: %s", (accessLevel, isShown, inThread) => {
    expect(mayTypeInRoom({ ...writer, accessLevel }, "WRITE")).toBe(isShown);
    expect(mayTypeInRoom({ ...writer, accessLevel }, "COMMENT")).toBe(inThread);
  });

  it("is not shown from outside or in an archived room", () => {
    expect(mayTypeInRoom(outsider, "WRITE")).toBe(false);
    expect(mayTypeInRoom({ ...writer, status: "ARCHIVED" }, "WRITE")).toBe(false);
  });
});

it.each([
  ["OWNER", "PERSONAL", "OWNER", "WRITE"],
  ["ADMIN", "PERSONAL", "ADMIN", "WRITE"],
  ["OWNER", "BUSINESS", "OWNER", "ADMIN"],
  ["ADMIN", "BUSINESS", "ADMIN", "ADMIN"],
  ["MEMBER", "BUSINESS", "WRITE", "WRITE"],
] as const)(
  "%s of a %s workspace joins general as %s, another room as %s",
  (role, type, ...levels) => {
    const join = (isGeneral: boolean) => joinLevel({ isGeneral, workspaceRole: role }, type);
    expect([join(true), join(false)]).toEqual(levels);
  },
);
