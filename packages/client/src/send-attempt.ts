import {
  FRAME_MAX_BYTES,
  MARK_READ_ACK_TIMEOUT_MS,
  SEND_ACK_TIMEOUT_MS,
  type UnreadCount,
} from "@colbin/protocol";
import { toApiError } from "./api-error.ts";
import type { OutboxEntry, ReadEntry } from "./chat-state.ts";
import type { Http } from "./http.ts";
import type { DurableFrame } from "./room-logs.ts";
import type { Link } from "./sync.ts";

/** A character takes six bytes of a frame at most (`\u0001`); ids and names of fields stand beside the text. */
const FRAME_CHARS_MAX = (FRAME_MAX_BYTES - 4_096) / 6;

/** What the log has of the command; a repeated one gets that of the first. */
export type Acknowledgement = DurableFrame;

type Send = Extract<OutboxEntry, { readonly kind: "send" }>;

/**
 * Tries one entry once. Undefined where the server says that nothing changed. Every failure is an ApiError.
 */
export async function tryEntry(
  entry: OutboxEntry,
  link: Link,
  call: Http["call"],
): Promise<Acknowledgement | undefined> {
  if (entry.kind === "send") return send(entry, link, call);
  const { messageId, sessionRoomSlug } = entry;
  const { seq, ...change } = await tryChange(entry, call);
  if (seq === undefined) return undefined;
  return { type: "SERVER_ROOM_EVENT", sessionRoomSlug, seq, messageId, ...change };
}

/**
 * Tries a read once: over the live channel, and when that does not take it by REST, if it is still meant then. What only REST
 * answers is the new count.
 */
export async function tryRead(
  { workspaceId, sessionRoomSlug, messageId: lastReadMessageId }: ReadEntry,
  { link, call }: { readonly link: Link; readonly call: Http["call"] },
  isMeant: () => boolean,
): Promise<UnreadCount | undefined> {
  const place = workspaceId && { workspaceId };
  if (link.isReady()) {
    try {
      const question = { type: "CLIENT_MARK_ROOM_READ", sessionRoomSlug } as const;
      await link.request({ ...place, ...question, lastReadMessageId }, MARK_READ_ACK_TIMEOUT_MS);
      return undefined;
    } catch (cause) {
      if (!toApiError(cause).retryable || !isMeant()) throw cause;
    }
  }
  const params = { slug: sessionRoomSlug };
  return call("markRead", { params, body: { lastReadMessageId } }, { ...place });
}

/** The event of a change as the log has it; without a seq where there is none. */
async function tryChange(entry: Exclude<OutboxEntry, Send>, call: Http["call"]) {
  const { clientMessageId, workspaceId, sessionRoomSlug: slug, messageId } = entry;
  const params = { slug, id: messageId };
  const options = {
    idempotencyKey: clientMessageId.slice("temp_".length),
    ...(workspaceId && { workspaceId }),
  };
  switch (entry.kind) {
    case "edit": {
      const body = { content: entry.content };
      const { message, seq } = await call("editMessage", { params, body }, options);
      return { seq, event: "message_edited", message } as const;
    }
    case "delete": {
      const { seq } = await call("deleteMessage", { params }, options);
      return { seq, event: "message_deleted" } as const;
    }
    case "react": {
      const { emoji, action, userId } = entry;
      const [name, event] = reactionCalls[action];
      const { seq, reactions } = await call(name, { params, body: { emoji } }, options);
      const changed = reactions.filter((each) => each.emoji === emoji);
      return { seq, event, emoji, userId, reactions: changed } as const;
    }
  }
}

const reactionCalls = {
  add: ["addReaction", "reaction_added"],
  remove: ["removeReaction", "reaction_removed"],
} as const;

/** Over the live channel, and when that does not answer in time by the REST call with the same id. */
async function send(entry: Send, link: Link, call: Http["call"]): Promise<Acknowledgement> {
  // What is too long for a frame would cost the connection; the call is refused with a reason.
  const isTooLong = entry.content.length > FRAME_CHARS_MAX;
  if (isTooLong || !link.isReady()) return sendByCall(entry, call);
  try {
    return await sendByFrame(entry, link);
  } catch (cause) {
    if (toApiError(cause).code !== "TIMEOUT") throw cause;
    return sendByCall(entry, call);
  }
}

async function sendByFrame(entry: Send, link: Link): Promise<Acknowledgement> {
  const { workspaceId, sessionRoomSlug, clientMessageId, content, type } = entry;
  const answer = await link.request(
    {
      type: "CLIENT_SEND_MESSAGE",
      ...(workspaceId && { workspaceId }),
      sessionRoomSlug,
      clientMessageId,
      content,
      messageType: type,
      metadata: {},
    },
    SEND_ACK_TIMEOUT_MS,
  );
  if (answer.type !== "SERVER_ROOM_EVENT" || answer.event !== "message_new")
    throw new Error("A send is acknowledged by its message");
  return answer;
}

async function sendByCall(entry: Send, call: Http["call"]): Promise<Acknowledgement> {
  const { workspaceId, sessionRoomSlug: slug, clientMessageId, content, type } = entry;
  const { message } = await call(
    "sendMessage",
    { params: { slug }, body: { clientMessageId, content, type, metadata: {} } },
    // Its own id protects it, for ever (rules-messages 1).
    { idempotencyKey: "none", ...(workspaceId && { workspaceId }) },
  );
  const { seq, sessionRoomSlug } = message;
  const address = { type: "SERVER_ROOM_EVENT", sessionRoomSlug } as const;
  return { ...address, event: "message_new", seq, message, clientMessageId };
}
