import type { VisibleMessage } from "@colbin/client";
import type { Subscription, UserId } from "@colbin/protocol";
import { maySend } from "./may-send.ts";

/** A person in a room, as far as its messages are concerned. */
export interface Standing {
  readonly ownId: UserId | undefined;
  readonly isIn: boolean;
  /** In the room, which is not archived. */
  readonly canReact: boolean;
  readonly canWrite: boolean;
}

type OwnPlace = Pick<Subscription, "role" | "status">;

export function standingOf(ownId: UserId | undefined, place: OwnPlace | undefined): Standing {
  return {
    ownId,
    isIn: place !== undefined,
    canReact: place?.status === "ACTIVE",
    canWrite: place !== undefined && maySend(place),
  };
}

type Judged = Pick<
  VisibleMessage,
  "authorId" | "clientMessageId" | "isDeleted" | "isEdited" | "type"
>;

/**
 * What the person may do with a message now (rules-messages 14 to 18, 23); what is on its way must arrive first. The server judges
 * it again.
 */
export function rightsOn(message: Judged, { ownId, isIn, canReact, canWrite }: Standing) {
  const isThere = message.clientMessageId === null && !message.isDeleted;
  const isOwn = isThere && message.authorId === ownId && message.type !== "system";
  return {
    isThere,
    mayReact: isThere && canReact,
    mayEdit: isOwn && canWrite && message.type !== "voice",
    mayDelete: isOwn && canReact,
    /** Who only looks at the room sees what is said now. */
    mayReadHistory: isThere && isIn && message.isEdited,
  };
}
