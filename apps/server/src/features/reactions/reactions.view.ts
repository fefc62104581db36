import { areCut, compareReactions, type MessageId, type Reaction } from "@colbin/protocol";
import * as z from "zod/mini";
import type { LoggedEvent, RoomEventKind, Shown } from "#server/features/log/log.service.ts";
import type { MessagePart, ReaderPart } from "#server/features/messages/messages.service.ts";
import { deleteReactions, listOwnReactions, listReactions } from "./reactions.queries.ts";

export const reactionsPart: MessagePart<Reaction[]> = {
  bit: 1,
  async load(db, rows) {
    const entries = new Map<MessageId, Reaction[]>();
    for (const { messageId, timestamp, ...entry } of await listReactions(db, rows)) {
      const list = entries.get(messageId) ?? [];
      entries.set(messageId, [...list, { ...entry, timestamp: timestamp.toISOString() }]);
    }
    for (const list of entries.values()) list.sort(compareReactions);
    return entries;
  },
  erase: (tx, { roomId, id }) => deleteReactions(tx, { roomId, id }),
};

export const ownReactionsPart: ReaderPart = {
  needs: ({ reactions }) => areCut(reactions),
  async load(db, userId, messages) {
    const rows = await listOwnReactions(db, userId, messages);
    return {
      ownReactions: Object.fromEntries(rows.map(({ messageId, emoji }) => [messageId, emoji])),
    };
  },
};

const facts = z.object({ emoji: z.string() });
type Event = LoggedEvent<z.infer<typeof facts>>;

const kind = {
  facts,
  people: ({ actorId }: Event) => [actorId],
  toWire({ messageId, actorId: userId, facts: { emoji } }: Event, shown: Shown) {
    const message = shown.message(messageId);
    if (message.isDeleted) return { messageId, reactions: [] };
    const reactions = message.reactions.filter((each) => each.emoji === emoji);
    return { messageId, emoji, userId, userName: shown.nameOf(userId), reactions };
  },
};

export const reactionAddedKind: RoomEventKind<"reaction_added", Event["facts"]> = {
  ...kind,
  name: "reaction_added",
};
export const reactionRemovedKind: RoomEventKind<"reaction_removed", Event["facts"]> = {
  ...kind,
  name: "reaction_removed",
};
