import { areCut, compareReactions, type EventData, type Reaction } from "@colbin/protocol";
import * as z from "zod/mini";
import type { LoggedEvent, RoomEventKind, Shown } from "#server/features/log/log.service.ts";
import type { MessagePart, ReaderPart } from "#server/features/messages/messages.service.ts";
import {
  deleteReactions,
  listOwnReactions,
  listReactions,
  type WrittenReaction,
} from "./reactions.queries.ts";

export const reactionsPart: MessagePart<Reaction[]> = {
  bit: 1,
  async load(db, rows) {
    const byMessage = Map.groupBy(await listReactions(db, rows), ({ messageId }) => messageId);
    return new Map([...byMessage].map(([id, entries]) => [id, toReactions(entries)]));
  },
  erase: ({ tx }, _room, { roomId, id }) => deleteReactions(tx, { roomId, id }),
};

export const ownReactionsPart: ReaderPart<string[]> = {
  needs: ({ reactions }) => areCut(reactions),
  async load(db, userId, messages) {
    const rows = await listOwnReactions(db, userId, messages);
    return new Map(rows.map(({ messageId, emoji }) => [messageId, emoji]));
  },
};

/** In the order in which they are shown. */
export function toReactions(entries: WrittenReaction["entries"]): Reaction[] {
  const reactions = entries.map(({ emoji, count, users, userNames, timestamp }) => {
    return { emoji, count, users, userNames, timestamp: timestamp.toISOString() };
  });
  return reactions.toSorted(compareReactions);
}

const facts = z.object({ emoji: z.string() });
type Event = LoggedEvent<z.infer<typeof facts>>;

type ReactionData = Required<EventData<"reaction_added">>;

/** What people are told of a reaction: the entry of its emoji alone. */
export function toReactionData(
  what: Omit<ReactionData, "reactions">,
  all: readonly Reaction[],
): ReactionData {
  return { ...what, reactions: all.filter(({ emoji }) => emoji === what.emoji) };
}

const kind = {
  facts,
  people: ({ actorId }: Event) => [actorId],
  toWire({ messageId, actorId: userId, facts: { emoji } }: Event, shown: Shown) {
    const message = shown.message(messageId);
    if (message.isDeleted) return { messageId, reactions: [] };
    return toReactionData(
      { messageId, emoji, userId, userName: shown.nameOf(userId) },
      message.reactions,
    );
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
