import { FRAME_MAX_BYTES, SEND_ACK_TIMEOUT_MS, type MessageMetadataInput } from "@colbin/protocol";
import { toApiError } from "../api-error.ts";
import type { SentFiles } from "../needed-files.ts";
import { headOf } from "../state.ts";
import type { Acknowledgement, CommandIo, CommandKind, EntryOf } from "./command-kind.ts";

/** A character takes six bytes of a frame at most (`\u0001`); ids and names of fields stand beside the text. */
const FRAME_CHARS_MAX = (FRAME_MAX_BYTES - 4_096) / 6;

export const sendCommand: CommandKind<"send"> = {
  /** Over the live channel, and when that does not answer in time by the REST call with the same id. */
  async try(entry, { link, call, files }) {
    const sent = entry.files && (await files()).toSent(entry.files);
    // A text that is too long for a frame would cost the connection; the call is refused with a reason.
    const isTooLong = entry.content.length > FRAME_CHARS_MAX;
    if (isTooLong || !link.isReady()) return sendByCall(entry, call, sent);
    try {
      return await sendByFrame(entry, link, sent);
    } catch (cause) {
      if (toApiError(cause).code !== "TIMEOUT") throw cause;
      return sendByCall(entry, call, sent);
    }
  },
  keepsText: true,
  needs: ({ files = [] }) => files.map(({ id }) => id),
  again: (entry, state) => ({
    ...entry,
    // Shown after what the person knows now.
    anchorSeq: headOf(state, entry.roomId) ?? entry.anchorSeq,
  }),
};

function metadataOf({ quote, poll }: EntryOf<"send">, sent?: SentFiles): MessageMetadataInput {
  return {
    ...(quote && { quote: { messageId: quote.messageId } }),
    ...(poll && { poll }),
    ...sent?.metadata,
  };
}

async function sendByFrame(
  entry: EntryOf<"send">,
  link: CommandIo["link"],
  sent: SentFiles | undefined,
): Promise<Acknowledgement> {
  const { workspaceId, sessionRoomSlug, clientMessageId, content } = entry;
  const type = sent?.type ?? entry.type;
  const { threadId, alsoSendToRoom, silent } = entry;
  const answer = await link.request(
    {
      type: "CLIENT_SEND_MESSAGE",
      ...(workspaceId && { workspaceId }),
      sessionRoomSlug,
      clientMessageId,
      content,
      messageType: type,
      metadata: metadataOf(entry, sent),
      threadId,
      alsoSendToRoom,
      silent,
    },
    SEND_ACK_TIMEOUT_MS,
  );
  if (answer.type !== "SERVER_ROOM_EVENT" || answer.event !== "message_new")
    throw new Error("A send is acknowledged by its message");
  return answer;
}

async function sendByCall(
  entry: EntryOf<"send">,
  call: CommandIo["call"],
  sent: SentFiles | undefined,
): Promise<Acknowledgement> {
  const { workspaceId, sessionRoomSlug: slug, clientMessageId, content } = entry;
  const type = sent?.type ?? entry.type;
  const { threadId, alsoSendToRoom, silent } = entry;
  const place = { threadId, alsoSendToRoom, silent };
  const { message } = await call(
    "sendMessage",
    {
      params: { slug },
      body: { clientMessageId, content, type, metadata: metadataOf(entry, sent), ...place },
    },
    // Its own id protects it, for ever (rules-messages 1).
    { idempotencyKey: "none", ...(workspaceId && { workspaceId }) },
  );
  const { seq, sessionRoomSlug } = message;
  const address = { type: "SERVER_ROOM_EVENT", sessionRoomSlug } as const;
  return { ...address, event: "message_new", seq, message, clientMessageId };
}
