import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isUnread, nextRoom } from "./room-steps.ts";

const rooms = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 20 });

test("as many steps as there are rooms pass each of them once, and the other way leads back", () => {
  fc.assert(
    fc.property(rooms, (all) => {
      let at: string | null = null;
      const seen = all.map(() => {
        const next: string | undefined = nextRoom(all, at, 1);
        if (next !== undefined && at !== null) expect(nextRoom(all, next, -1)).toBe(at);
        at = next ?? at;
        return at;
      });
      expect(seen).toEqual(all);
      expect(nextRoom(all, null, -1)).toBe(all.at(-1));
    }),
  );
});

test("a step finds a wanted room where there is one beside the current, and only such", () => {
  fc.assert(
    fc.property(rooms, fc.nat(), fc.constantFrom<1 | -1>(1, -1), (all, place, step) => {
      const current = all[place % Math.max(1, all.length)] ?? null;
      const isWanted = (slug: string) => slug.length % 2 === 0;
      const others = all.filter((slug) => slug !== current && isWanted(slug));
      const found = nextRoom(all, current, step, isWanted);
      expect(others.length === 0 ? [undefined] : others).toContain(found);
    }),
  );
});

test.each([
  [{ unreadCount: 2, mentionCount: 0, isMuted: false }, true],
  [{ unreadCount: 2, mentionCount: 0, isMuted: true }, false],
  [{ unreadCount: 2, mentionCount: 1, isMuted: true }, true],
  [{ unreadCount: 0, mentionCount: 0, isMuted: false }, false],
])("%j is unread: %s", (room, expected) => {
  expect(isUnread(room)).toBe(expected);
});
