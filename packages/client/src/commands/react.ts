import { compareReactions } from "@colbin/protocol";
import { hasReacted } from "../reducers/reactions.ts";
import { callOptions, toAcknowledgement, type CommandKind } from "./command-kind.ts";

const calls = {
  add: ["addReaction", "reaction_added"],
  remove: ["removeReaction", "reaction_removed"],
} as const;

export const reactCommand: CommandKind<"react"> = {
  async try(entry, { call }) {
    const { sessionRoomSlug: slug, messageId, emoji, userId } = entry;
    const [name, event] = calls[entry.action];
    const request = { params: { slug, id: messageId }, body: { emoji } };
    const reply = await call(name, request, callOptions(entry));
    const reactions = reply.reactions.filter((each) => each.emoji === emoji);
    return toAcknowledgement(entry, reply.seq, { event, messageId, emoji, userId, reactions });
  },
  show(message, { emoji, action, userId, position }, { currentUser }) {
    const isAdding = action === "add";
    if (message.isDeleted || hasReacted(message, emoji, userId) === isAdding) return message;
    const { reactions, personal } = message;
    const known = reactions.find((each) => each.emoji === emoji);
    const { count = 0, users = [], userNames = [] } = known ?? {};
    const at = users.indexOf(userId);
    const isNamed = (_: unknown, place: number) => place !== at;
    const changed = isAdding
      ? {
          count: count + 1,
          users: [...users, userId],
          userNames: [...userNames, currentUser?.fullName ?? ""],
        }
      : { count: count - 1, users: users.filter(isNamed), userNames: userNames.filter(isNamed) };
    const entry = { emoji, timestamp: new Date(position).toISOString(), ...known, ...changed };
    const others = reactions.filter((each) => each.emoji !== emoji);
    return {
      ...message,
      reactions: (entry.count === 0 ? others : [...others, entry]).toSorted(compareReactions),
      ...(personal?.ownReactions && {
        personal: {
          ...personal,
          ownReactions: personal.ownReactions.filter((each) => each !== emoji),
        },
      }),
    };
  },
  keepsText: false,
};
