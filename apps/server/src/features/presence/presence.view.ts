import type { PersonState } from "@colbin/protocol";
import type { CardRow } from "./presence.queries.ts";
import { toLastSeen, toPresence, toVisibleStatus } from "./presence.rules.ts";

/** Somebody as whoever sees them may see them; an invisible person is offline (rules-rooms 52, 54). */
export function toPersonState(card: CardRow, now: Date): PersonState {
  const { id, fullName, avatarUrl, activeAt, isInvisible, customStatus } = card;
  return {
    userId: id,
    fullName,
    avatar_url: avatarUrl,
    presence: isInvisible ? "offline" : toPresence(activeAt, now),
    lastSeen: toLastSeen(activeAt),
    customStatus: toVisibleStatus(customStatus, now),
  };
}
