import { statusOf } from "../visible-message.ts";
import { callOptions, toAcknowledgement, type CommandKind } from "./command-kind.ts";

export const editCommand: CommandKind<"edit"> = {
  async try(entry, { call }) {
    const { sessionRoomSlug: slug, messageId, content } = entry;
    const request = { params: { slug, id: messageId }, body: { content } };
    const { message, seq } = await call("editMessage", request, callOptions(entry));
    return toAcknowledgement(entry, seq, { event: "message_edited", messageId, message } as const);
  },
  show(message, entry) {
    const { clientMessageId, content, failure } = entry;
    if (failure) return { ...message, failedEdit: { clientMessageId, content, failure } };
    if (message.isDeleted) return message;
    return { ...message, content, isEdited: true, status: statusOf(entry) };
  },
  keepsText: true,
};
