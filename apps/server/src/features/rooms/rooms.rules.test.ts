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
  accessType: "PUBLIC",
  status: "ACTIVE",
  accessStatus: "IDLE",
  accessLevel: null,
  isBanned: false,
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
    expect(maySeeRoom(outsider, "USER")).toBe(true);
    expect(mayReadRoom(outsider, "USER")).toBe(true);
  });

  it.each(["PROTECTED", "PRIVATE"] as const)(
    "is not reading for outsiders of a %s room",
    (accessType) => {
      expect(mayReadRoom({ ...outsider, accessType }, "USER")).toBe(false);
    },
  );

  it("shows a PROTECTED room to members and a PRIVATE one to nobody outside", () => {
    expect(maySeeRoom({ ...outsider, accessType: "PROTECTED" }, "USER")).toBe(true);
    expect(maySeeRoom({ ...outsider, accessType: "PRIVATE" }, "USER")).toBe(false);
  });

  it("is for guests only where they are in", () => {
    expect(maySeeRoom(outsider, "GUEST")).toBe(false);
    expect(mayReadRoom(writer, "GUEST")).toBe(true);
  });

  it("ends with a ban", () => {
    expect(mayReadRoom({ ...outsider, accessStatus: "REMOVED", isBanned: true }, "USER")).toBe(
      false,
    );
  });

  it.each(["DELETED", "INACTIVE"] as const)(
    "is over for everybody when the room is %s",
    (status) => {
      expect(maySeeRoom({ ...writer, status }, "USER")).toBe(false);
    },
  );

  it("gives no rank of the instance a room that its person is not in", () => {
    expect(mayReadRoom({ ...outsider, accessType: "PRIVATE" }, "OWNER")).toBe(false);
  });
});

describe("typing", () => {
  it.each([
    ["OWNER", true],
    ["ADMIN", true],
    ["WRITE", true],
    ["COMMENT", false],
    ["READ", false],
  ] as const)("at level %s is shown: %s", (accessLevel, isShown) => {
    expect(mayTypeInRoom({ ...writer, accessLevel })).toBe(isShown);
  });

  it("is not shown from outside or in an archived room", () => {
    expect(mayTypeInRoom(outsider)).toBe(false);
    expect(mayTypeInRoom({ ...writer, status: "ARCHIVED" })).toBe(false);
  });
});

it("gives the instance owner and admins their rank in general and WRITE elsewhere", () => {
  expect(joinLevel({ isGeneral: true }, "OWNER")).toBe("OWNER");
  expect(joinLevel({ isGeneral: true }, "USER")).toBe("WRITE");
  expect(joinLevel({ isGeneral: false }, "OWNER")).toBe("WRITE");
});
