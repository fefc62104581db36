import { ROOM_SLUG_MAX } from "./limits.ts";

/** The address made of a name: without marks, lower case, everything else than a-z 0-9 to '-' (rules-rooms 8). */
export function toRoomSlug(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, ROOM_SLUG_MAX)
    .replaceAll(/^-+|-+$/g, "");
}
