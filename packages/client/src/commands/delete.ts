import { toTombstone } from "../reducers/edits.ts";
import { callOptions, toAcknowledgement, type CommandKind } from "./command-kind.ts";

export const deleteCommand: CommandKind<"delete"> = {
  async try(entry, { call }) {
    const { sessionRoomSlug: slug, messageId } = entry;
    const request = { params: { slug, id: messageId } };
    const { seq } = await call("deleteMessage", request, callOptions(entry));
    return toAcknowledgement(entry, seq, { event: "message_deleted", messageId } as const);
  },
  show: (message) => toTombstone(message),
  keepsText: false,
};
