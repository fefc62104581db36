import type { Document, FoundDocument } from "@colbin/protocol";
import { EXCERPT_BEFORE, type DocumentRow, type FoundRow } from "./documents.queries.ts";

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

export function toFoundDocument(row: FoundRow): FoundDocument {
  return { ...toDocument(row), excerpt: toExcerpt(row) };
}

/** In one line, from the beginning of a word on. */
function toExcerpt({ excerpt, excerptAt }: FoundRow): string | null {
  if (excerpt === null) return null;
  const line = excerpt.replaceAll(/\s+/g, " ").trim();
  const isWithin = (excerptAt ?? 0) > EXCERPT_BEFORE + 1;
  return isWithin ? `…${line.replace(/^\S{1,30} /, "")}` : line;
}
