import type { DocumentId, InputOf, ReplyOf, UserId } from "@colbin/protocol";
import { requireVisibleUser } from "#server/features/people/people.access.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import {
  deleteGrant,
  hasOwner,
  isInWorkspace,
  listGrants,
  updateRestricted,
  upsertGrant,
} from "./access.queries.ts";
import { requireDocument, requireDocumentForChange } from "./documents.access.ts";
import type { DocumentRow } from "./documents.queries.ts";
import { mayGive, reaches } from "./documents.rules.ts";
import { listOpeners } from "./references.queries.ts";
import { notifyShared } from "./telling.service.ts";

export interface SharingDeps {
  readonly db: Db;
  readonly jobs: Jobs;
}

/** Levels that were given on the document itself. */
export async function getDocumentAccess(
  { db }: { readonly db: Db },
  actor: Actor,
  id: DocumentId,
): Promise<ReplyOf<"getDocumentAccess">> {
  const { isRestricted } = await requireDocument(db, actor, id);
  return { isRestricted, entries: await listGrants(db, id) };
}

/**
 * Whether somebody may open a document that the caller writes, and be given a level by them (rules-collab 29). USER_NOT_FOUND for those
 * whom the caller neither sees nor may give one.
 */
export async function getDocumentReader(
  { db }: { readonly db: Db },
  actor: Actor,
  { id, userId }: InputOf<"getDocumentReader">["params"],
): Promise<ReplyOf<"getDocumentReader">> {
  const { level, workspaceId } = await requireDocument(db, actor, id, "WRITE");
  const canBeGiven =
    reaches(level, "ADMIN") &&
    (await isInWorkspace(db, workspaceId, { principal: "user", id: userId }));
  // Somebody who was found by their exact username is named as well.
  if (!canBeGiven) await requireVisibleUser(db, actor, userId);
  const canOpen = (await listOpeners(db, id, [userId])).length > 0;
  return { canOpen, canBeGiven };
}

/**
 * Gives levels, changes or takes them away, none above the caller's own; a document outside of rooms, or a restricted one, always keeps
 * an OWNER. Who restricts a document stays with the level that they had. People who had none on it themselves are told.
 */
export async function setDocumentAccess(
  deps: SharingDeps,
  actor: Actor,
  id: DocumentId,
  { isRestricted, entries }: InputOf<"setDocumentAccess">["body"],
): Promise<ReplyOf<"getDocumentAccess">> {
  await runTransaction(deps.db, async (tx) => {
    const document = await requireDocumentForChange(tx, actor, id, "ADMIN");
    const given = await listGrants(tx, id);
    for (const entry of entries) {
      const before = given.find(
        (each) => each.principal === entry.principal && each.id === entry.id,
      );
      for (const level of [before?.level, entry.level])
        if (level && !mayGive(document.level, level)) throw new AppError("ACCESS_LEVEL_TOO_LOW");
      await give(tx, document, entry);
      if (entry.principal === "user" && entry.level !== null && !before)
        await notifyShared(tx, deps, actor, {
          document,
          userId: entry.id as UserId,
          level: entry.level,
        });
    }
    if (isRestricted !== undefined && isRestricted !== document.isRestricted) {
      if (isRestricted)
        await upsertGrant(tx, id, { principal: "user", id: actor.userId, level: "OWNER" });
      await updateRestricted(tx, id, isRestricted);
    }
    const isAlone = document.roomId === null || (isRestricted ?? document.isRestricted);
    if (isAlone && !(await hasOwner(tx, id))) throw new AppError("ACCESS_LEVEL_TOO_LOW");
  });
  return getDocumentAccess(deps, actor, id);
}

type Entry = InputOf<"setDocumentAccess">["body"]["entries"][number];

async function give(tx: Tx, { id, workspaceId }: DocumentRow, entry: Entry): Promise<void> {
  const { level } = entry;
  if (level === null) return deleteGrant(tx, id, entry);
  // Only a person is an owner.
  if (level === "OWNER" && entry.principal !== "user") throw new AppError("ACCESS_LEVEL_TOO_LOW");
  if (!(await isInWorkspace(tx, workspaceId, entry)))
    throw new AppError(entry.principal === "room" ? "ROOM_NOT_FOUND" : "USER_NOT_FOUND");
  return upsertGrant(tx, id, { ...entry, level });
}
