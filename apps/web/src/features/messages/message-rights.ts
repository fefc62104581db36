import type { VisibleMessage } from "@colbin/client";
import {
  isInEditWindow,
  isLeadingLevel,
  type MessageId,
  type Subscription,
  type UserId,
  hasPermission,
  mayPin,
} from "@colbin/protocol";
import { t } from "#web/lib/language/i18n.ts";
import { isLinkGuest } from "#web/lib/routing/link-guest.ts";
import { messageTexts } from "./texts.ts";

/** A person in a room, as far as its messages are concerned. */
export interface Standing {
  readonly ownId: UserId | undefined;
  readonly isIn: boolean;
  /** In the room, which is not archived. */
  readonly canReact: boolean;
  readonly canWrite: boolean;
  /** In threads. */
  readonly canReply: boolean;
  readonly canPin: boolean;
  /** They lead the room. */
  readonly isLeading: boolean;
  /** For so long they may change what they sent; null: always. */
  readonly editMinutes: number | null;
  /** The root of the thread whose messages are shown; without it they are those of the room. */
  readonly threadId?: MessageId | undefined;
}

type OwnPlace = Pick<Subscription, "role" | "status" | "pinnedBy">;

export function standingOf(
  ownId: UserId | undefined,
  place: OwnPlace | undefined,
  editMinutes: number | null,
): Standing {
  return {
    ownId,
    isIn: place !== undefined,
    canReact: place?.status === "ACTIVE",
    canWrite: place !== undefined && maySend(place),
    canReply: place?.status === "ACTIVE" && hasPermission(place.role, "COMMENT"),
    canPin: place?.status === "ACTIVE" && !isLinkGuest() && mayPin(place.role, place.pinnedBy),
    isLeading: place !== undefined && isLeadingLevel(place.role),
    editMinutes,
  };
}

type Judged = Pick<
  VisibleMessage,
  | "authorId"
  | "clientMessageId"
  | "createdAt"
  | "isDeleted"
  | "isEdited"
  | "metadata"
  | "msgNo"
  | "poll"
  | "thread"
  | "threadId"
  | "type"
>;

/**
 * The acts that a person has on a message now (rules-messages 14 to 18, 23, 41); a message on its way must arrive first. The server
 * judges them again.
 */
export function rightsOn(message: Judged, standing: Standing) {
  const { ownId, isIn, canReact, canWrite, canReply, canPin, isLeading, editMinutes, threadId } =
    standing;
  const isThere = message.clientMessageId === null && !message.isDeleted;
  const isOwn = isThere && message.authorId === ownId && message.type !== "system";
  const isOfRoom = message.threadId === undefined || message.msgNo !== null;
  const { poll } = message;
  const isFixed =
    message.type === "voice" ||
    message.metadata.forward !== undefined ||
    // The question of those who have voted stays what it was.
    (poll?.voterCount ?? 0) > 0;
  const isChangeable = isOwn && (isOfRoom ? canWrite : canReply) && !isFixed;
  return {
    isThere,
    mayReact: isThere && canReact,
    /** A thread that is there is read by everybody who reads the room. */
    mayOpenThread:
      isThere && message.type !== "system" && (canReply || message.thread !== undefined),
    mayQuote:
      isThere && (threadId === undefined ? canWrite : canReply) && message.type !== "system",
    mayForward: isThere && message.type !== "system" && !poll && !isLinkGuest(),
    maySelect: isThere && isOfRoom && message.type !== "system",
    mayPin: isThere && canPin && message.type !== "system",
    mayEdit: isChangeable && isInEditWindow(Date.parse(message.createdAt), editMinutes, Date.now()),
    /** An edit that was begun in time is not taken away: the server says whether it came too late. */
    mayFinishEdit: isChangeable,
    mayDelete: isOwn && canReact,
    mayClosePoll:
      isThere && canReact && poll !== undefined && !poll.isClosed && (isOwn || isLeading),
    /** A message without a number counts for nobody. */
    mayMarkUnread: isThere && isIn && message.msgNo !== null,
    /** Saved messages are for people who stay. */
    maySave: isThere && isIn && !isLinkGuest(),
    /** A person who only looks at the room, or came by a guest link, sees the present text alone. */
    mayReadHistory: isThere && isIn && message.isEdited && !isLinkGuest(),
  };
}

/** May the person write into the room (rules-messages 2)? The server judges it again. */
function maySend({ role, status }: Pick<Subscription, "role" | "status">): boolean {
  return status === "ACTIVE" && hasPermission(role, "WRITE");
}

/** Why the person may not write into the room; undefined where they may. */
export function whyNotSend(place: Pick<Subscription, "role" | "status">): string | undefined {
  if (maySend(place)) return undefined;
  return t(place.status === "ACTIVE" ? messageTexts.readAccess : messageTexts.archived);
}
