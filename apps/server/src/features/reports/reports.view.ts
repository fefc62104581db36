import { hasModerators, hasPermission, type Message, type Report } from "@colbin/protocol";
import type { ReportRow } from "./reports.queries.ts";

/** A report for somebody who decides it; of a conversation that they do not lead they see no more than what the reporter saw. */
export function toReport(row: ReportRow, message: Message | undefined): Report {
  const { id, reason, note, status, reporter, author, messageId, roomId, roomType } = row;
  const { isForWorkspace, slug, title, accessLevel, copies } = row;
  const isGone = message === undefined || message.isDeleted;
  return {
    id,
    reason,
    note,
    status,
    createdAt: row.createdAt.toISOString(),
    reporter,
    author,
    closedAt: row.closedAt?.toISOString() ?? null,
    closedBy: row.closedBy,
    messageId,
    roomId,
    roomType,
    room: isForWorkspace ? null : { sessionRoomSlug: slug, title },
    message: isForWorkspace ? null : (message ?? null),
    copies: [...copies],
    mayRemove:
      !isForWorkspace &&
      !isGone &&
      accessLevel !== null &&
      hasPermission(accessLevel, "MANAGE_ROOM") &&
      hasModerators(roomType, title) &&
      (accessLevel === "OWNER" || !row.isOwners),
  };
}
