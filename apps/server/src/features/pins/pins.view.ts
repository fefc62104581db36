import * as z from "zod/mini";
import type { RoomEventKind } from "#server/features/log/log.service.ts";

const facts = z.object({ isPinned: z.boolean(), pinCount: z.int() });

export const messagePinnedKind: RoomEventKind<"message_pinned", z.infer<typeof facts>> = {
  name: "message_pinned",
  facts,
  people: ({ actorId }) => [actorId],
  toWire({ messageId, actorId: userId, facts: told }, shown) {
    const { pin } = shown.message(messageId);
    return { messageId, userId, userName: shown.nameOf(userId), ...told, ...(pin && { pin }) };
  },
};
