import type { Document } from "@colbin/protocol";
import type { DocumentRow } from "./documents.queries.ts";

const DAY_MS = 24 * 60 * 60_000;
/** Days in the trash (rules-collab 2C). */
export const TRASH_DAYS = 30;

export function toDocument(row: DocumentRow): Document {
  const { id, workspaceId, parentId, title, icon, status, level, isRestricted, deletedAt } = row;
  return {
    id,
    workspaceId,
    sessionRoomSlug: row.slug,
    parentId,
    title,
    icon,
    status,
    level,
    isRestricted,
    isLocked: row.lockedAt !== null,
    isTemplate: row.isTemplate,
    createdBy: { id: row.createdBy, fullName: row.creatorName },
    updatedBy: { id: row.updatedBy, fullName: row.updaterName },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    purgesAt: deletedAt && new Date(deletedAt.getTime() + TRASH_DAYS * DAY_MS).toISOString(),
  };
}
