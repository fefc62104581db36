import type { UserId } from "@colbin/protocol";

/** Names the one room of exactly these people, in whatever order; the sort keeps those of one kind apart from others. */
export function toPeopleKey(
  roomType: "direct" | "group" | "saved",
  people: readonly UserId[],
): string {
  return [roomType, ...new Set(people.toSorted())].join(" ");
}
