import { chat } from "#web/lib/api/chat.ts";
import { feed } from "./feed.ts";

/** The row that everybody shares is written a moment after its message. */
const AFTER_MS = 1_000;
/** So that a call of everybody in a large room does not make them all ask at once: of each person in it. */
const SPREAD_MS = 5;

let isFollowing = false;

/**
 * From now on a mention in a channel has the unread notifications counted again a moment later: a call of everybody has one row for all,
 * and no frame for each person (rules-notifications 4).
 */
export function followCalls(): void {
  if (isFollowing) return;
  isFollowing = true;
  let isWaiting = false;
  let before = chat.store.getSnapshot().subscriptions;
  chat.store.subscribe(() => {
    const { subscriptions, currentUser } = chat.store.getSnapshot();
    const known = before;
    before = subscriptions;
    if (known === subscriptions || isWaiting || currentUser?.role === "GUEST") return;
    const room = [...subscriptions.values()].find(({ roomId, mentionCount, isMuted }) => {
      const last = known.get(roomId)?.mentionCount;
      return !isMuted && last !== undefined && mentionCount > last;
    });
    if (!room) return;
    isWaiting = true;
    setTimeout(
      () => {
        isWaiting = false;
        feed.count().catch(() => undefined);
        feed.look();
      },
      AFTER_MS + Math.random() * room.participantCount * SPREAD_MS,
    );
  });
}
