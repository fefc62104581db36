import { TYPING_MAX_PEOPLE, TYPING_TIMEOUT_MS, type MessageId } from "@colbin/protocol";
import { LRUCache } from "lru-cache";
import { findRoom, mayTypeInRoom } from "#server/features/rooms/rooms.service.ts";
import { listBlockedWith } from "#server/features/users/blocks.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import type { Live } from "#server/platform/realtime/live.ts";
import { findTypist } from "./typing.queries.ts";

export interface TypingDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly live: Pick<Live, "publish">;
}

/** People and rooms remembered for the limit of one notice in three seconds; the oldest are forgotten first. */
const REMEMBERED = 100_000;

interface TypingNotice {
  readonly roomSlug: string;
  readonly isTyping: boolean;
  /** In this thread, and not in the room. */
  readonly threadId?: MessageId | undefined;
}

export interface Typing {
  show(actor: Actor, notice: TypingNotice): Promise<void>;
}

/**
 * Tells the others in a room who types. Never stored and never refused: without the right to send, or to reply, above
 * TYPING_MAX_PEOPLE, with typing indicators switched off, or too often, nothing is shown (rules-rooms 55); and nothing at all
 * where one has blocked the other (rules-identity 47).
 */
export function createTyping(deps: TypingDeps): Typing {
  const notices = new LRUCache<string, { readonly at: number; readonly isTyping: boolean }>({
    max: REMEMBERED,
  });
  return {
    async show(actor, { roomSlug, isTyping, threadId }) {
      const key = `${actor.userId} ${actor.workspaceId} ${roomSlug} ${threadId ?? ""}`;
      const now = deps.clock.steadyMs();
      const last = notices.get(key);
      // "Stopped" is only news after "started"; "started" again is only news after the first ran out, stopped or not.
      if (isTyping ? last && now - last.at < TYPING_TIMEOUT_MS : !last?.isTyping) return;
      notices.set(key, { at: isTyping || !last ? now : last.at, isTyping });
      const room = await findRoom(deps.db, actor, roomSlug);
      if (
        !room ||
        !mayTypeInRoom(room, threadId ? "COMMENT" : "WRITE") ||
        room.memberCount > TYPING_MAX_PEOPLE
      )
        return;
      const [typist, strangers] = await Promise.all([
        findTypist(deps.db, actor.userId),
        listBlockedWith(deps.db, actor.userId),
      ]);
      if (!typist?.isShown) return;
      const data = {
        userId: actor.userId,
        userName: typist.fullName,
        isTyping,
        ...(threadId && { threadId }),
      };
      const event = {
        roomId: room.id,
        roomSlug: room.slug,
        name: "user_typing",
        seq: undefined,
        data,
      } as const;
      deps.live.publish(event, { exceptUsers: [actor.userId, ...strangers] });
    },
  };
}
