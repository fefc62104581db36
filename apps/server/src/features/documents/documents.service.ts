import { randomUUIDv7 } from "node:crypto";
import {
  DOCUMENT_DEPTH_MAX,
  foldText,
  hasPermission,
  type Document,
  type DocumentId,
  type InputOf,
  type ParticipantAccessLevel,
  type ReplyOf,
  type RoomId,
  type UserId,
} from "@colbin/protocol";
import { generateKeyBetween } from "fractional-indexing";
import {
  readOfDocument,
  type ReadingDeps,
} from "#server/features/notifications/reading.service.ts";
import {
  requireActive,
  requireOwnPlace,
  requireReadableRoom,
} from "#server/features/rooms/rooms.access.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { readPage } from "#server/platform/db/read-page.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { toPage } from "#server/platform/http/page.ts";
import { listOwners, updateRestricted, upsertGrant } from "./access.queries.ts";
import { requireDocument, requireDocumentForChange } from "./documents.access.ts";
import {
  findNeighbours,
  insertDocument,
  listDocumentRows,
  lockTree,
  readHeight,
  readLine,
  readParent,
  updateArchived,
  updateDocumentRow,
  updateLocked,
  updatePlace,
  updateTemplate,
  type DocumentQuestion,
  type SearchedWord,
} from "./documents.queries.ts";
import { isFrozen, reaches } from "./documents.rules.ts";
import { toDocument, toFoundDocument, TRASH_DAYS } from "./documents.view.ts";
import {
  deleteDocuments,
  isBelowTrashed,
  keepClosed,
  listDeletedWith,
  listRightBelow,
  lockTrashedBefore,
  moveUp,
  restoreTree,
  trashTree,
} from "./trash.queries.ts";

export interface DocumentDeps {
  readonly db: Db;
  readonly clock: Clock;
}

const UNTITLED = "Untitled";

/** A document of a room, by somebody who may write there. */
export async function createRoomDocument(
  deps: DocumentDeps,
  actor: Actor,
  slug: string,
  input: InputOf<"createRoomDocument">["body"],
): Promise<Document> {
  const roomId = await requireRoomForDocuments(deps.db, actor, slug);
  return create(deps, actor, { ...input, roomId });
}

/** A room in which the caller may make documents. */
export async function requireRoomForDocuments(db: Db, actor: Actor, slug: string): Promise<RoomId> {
  const room = await requireOwnPlace(db, actor, slug);
  requireActive(room);
  if (!hasPermission(room.accessLevel, "WRITE")) throw new AppError("ACCESS_LEVEL_TOO_LOW");
  return room.id;
}

/** A document of the caller by themselves, or below one that they may write: then it is of the same room. */
export async function createDocument(
  deps: DocumentDeps,
  actor: Actor,
  input: InputOf<"createDocument">["body"],
): Promise<Document> {
  return create(deps, actor, { ...input, roomId: null });
}

export interface NewPlace {
  /** The id, where links name the document before it is made. */
  readonly drawnId?: DocumentId | undefined;
  readonly title: string;
  readonly parentId: DocumentId | null;
  readonly roomId: RoomId | null;
  readonly icon?: string | null;
  /** Nobody comes in by the place but who makes it. */
  readonly isRestricted?: boolean;
}

async function create(deps: DocumentDeps, actor: Actor, place: NewPlace): Promise<Document> {
  const id = await runTransaction(deps.db, (tx) =>
    insertAtPlace(tx, actor, place, deps.clock.now()),
  );
  return getDocument(deps, actor, id);
}

/** Makes a document within a transaction, the last of its place, where the caller may write; the room was judged before. */
export async function insertAtPlace(
  tx: Tx,
  actor: Actor,
  { title, parentId, roomId, icon = null, isRestricted = false, drawnId }: NewPlace,
  at: Date,
): Promise<DocumentId> {
  const id = drawnId ?? (randomUUIDv7() as DocumentId);
  const { userId, workspaceId } = actor;
  await lockTree(tx, workspaceId);
  const parent = parentId === null ? undefined : await requireParent(tx, actor, parentId);
  if (parent && roomId !== null && parent.roomId !== roomId)
    throw new AppError("DOCUMENT_NOT_FOUND");
  if (parent) await requireDepth(tx, parent.id, 1);
  const place = { workspaceId, roomId: parent?.roomId ?? roomId, parentId };
  const { before } = await findNeighbours(tx, place, "last");
  const position = generateKeyBetween(before, null);
  const named = title || UNTITLED;
  await insertDocument(tx, { ...place, id, position, title: named, icon, by: userId, at });
  if (place.roomId === null || isRestricted)
    await upsertGrant(tx, id, { principal: "user", id: userId, level: "OWNER" });
  if (isRestricted) await updateRestricted(tx, id, true);
  return id;
}

/** A document below which the caller may put another one. */
export async function requireParent(tx: Db, actor: Actor, id: DocumentId) {
  const parent = await requireDocument(tx, actor, id, "WRITE");
  if (parent.status === "DELETED") throw new AppError("DOCUMENT_NOT_FOUND");
  return parent;
}

/** A document below which the caller may put others, so many levels of them. */
export async function requireSpaceBelow(
  db: Db,
  actor: Actor,
  parentId: DocumentId,
  height: number,
): Promise<void> {
  const parent = await requireParent(db, actor, parentId);
  await requireDepth(db, parent.id, height);
}

async function requireDepth(tx: Db, parentId: DocumentId, height: number): Promise<void> {
  const { depth } = await readLine(tx, parentId, parentId);
  if (depth + height > DOCUMENT_DEPTH_MAX)
    throw new AppError("VALIDATION_ERROR", { path: "parentId", maximum: DOCUMENT_DEPTH_MAX });
}

/** A document of the active workspace that the caller may read. */
export async function getDocument(
  { db }: Pick<DocumentDeps, "db">,
  actor: Actor,
  id: DocumentId,
): Promise<Document> {
  return toDocument(await requireDocument(db, actor, id));
}

export type OpeningDeps = Pick<ReadingDeps, "db" | "clock" | "jobs" | "live">;

/** The same for a person who opens it: what told them of it is read by that. */
export async function openDocument(
  deps: OpeningDeps,
  actor: Actor,
  id: DocumentId,
): Promise<Document> {
  const document = await getDocument(deps, actor, id);
  await readOfDocument(deps, actor.userId, id);
  return document;
}

/** The same of a room; one of another room is not there. */
export async function getRoomDocument(
  { db }: Pick<DocumentDeps, "db">,
  actor: Actor,
  slug: string,
  id: DocumentId,
): Promise<Document> {
  const room = await requireReadableRoom(db, actor, slug);
  const document = await requireDocument(db, actor, id);
  if (document.roomId !== room.id) throw new AppError("DOCUMENT_NOT_FOUND");
  return toDocument(document);
}

export interface Listing {
  readonly page: number;
  readonly limit: number;
}

/** The documents of a room that the caller may read, the last changed first. */
export async function listRoomDocuments(
  deps: Pick<DocumentDeps, "db">,
  actor: Actor,
  slug: string,
  listing: Listing,
): Promise<ReplyOf<"listRoomDocuments">> {
  const { id: roomId } = await requireReadableRoom(deps.db, actor, slug);
  return listFound(deps, actor, listing, { scope: "all", roomId });
}

/** Documents of the active workspace that the caller may read; of a room that they do not see none. */
export async function listDocuments(
  deps: Pick<DocumentDeps, "db">,
  actor: Actor,
  { page, limit, sessionRoomSlug: slug, search, ...wanted }: InputOf<"listDocuments">["query"],
): Promise<ReplyOf<"listDocuments">> {
  const room = slug === undefined ? undefined : await requireReadableRoom(deps.db, actor, slug);
  const words = toWords(search ?? "");
  return listFound(deps, actor, { page, limit }, { ...wanted, words, roomId: room?.id });
}

/** So many words are looked for; the others are passed over. */
const SEARCHED_WORDS_MAX = 10;

function toWords(search: string): SearchedWord[] {
  const typed = search
    .trim()
    .split(/\s+/u)
    .filter((word) => word !== "");
  return typed
    .slice(0, SEARCHED_WORDS_MAX)
    .map((word) => ({ typed: word, folded: foldText(word).trim() }));
}

/** Documents of the active workspace that the caller may read, of all those that a question finds. */
export async function listFound(
  { db }: Pick<DocumentDeps, "db">,
  actor: Actor,
  listing: Listing,
  question: DocumentQuestion,
): Promise<ReplyOf<"listDocuments">> {
  const { rows, total } = await readPage(listing, (portion) =>
    listDocumentRows(db, actor, question, portion),
  );
  return toPage(rows.map(toFoundDocument), listing, total);
}

/** Another title or icon of a document that may be edited. */
export async function updateDocument(
  deps: DocumentDeps,
  actor: Actor,
  id: DocumentId,
  { title, icon }: InputOf<"updateDocument">["body"],
): Promise<Document> {
  return change(deps, actor, { id, needs: "WRITE" }, async (tx, document) => {
    if (isFrozen(document)) throw new AppError("DOCUMENT_LOCKED");
    const named = title === "" ? UNTITLED : title;
    const by = { by: actor.userId, at: deps.clock.now() };
    await updateDocumentRow(tx, id, { title: named, icon }, by);
  });
}

/**
 * Another place among those with the same parent; below another one, of the same room or outside of rooms, by those who lead the document.
 * Levels come from above, and nobody gives themselves a higher one, or loses sight of it, by a move. Making somebody an OWNER by it is for
 * an OWNER, as a transfer is.
 */
export async function moveDocument(
  { db }: Pick<DocumentDeps, "db">,
  actor: Actor,
  id: DocumentId,
  { parentId, afterId }: InputOf<"moveDocument">["body"],
): Promise<Document> {
  return runTransaction(db, async (tx) => {
    await lockTree(tx, actor.workspaceId);
    const { workspaceId, roomId, level } = await requireDocumentForChange(tx, actor, id, "WRITE");
    const isElsewhere = parentId !== (await readParent(tx, id));
    if (isElsewhere && !reaches(level, "ADMIN")) throw new AppError("ACCESS_LEVEL_TOO_LOW");
    if (parentId !== null) {
      const parent = await requireParent(tx, actor, parentId);
      if (parent.roomId !== roomId) throw new AppError("DOCUMENT_NOT_FOUND");
      if ((await readLine(tx, parentId, id)).isUnder) throw new AppError("DOCUMENT_CYCLE");
      await requireDepth(tx, parentId, await readHeight(tx, id));
    }
    const place = { workspaceId, roomId, parentId };
    const { before, after } = await findNeighbours(tx, place, afterId);
    const owners = isElsewhere ? await listOwners(tx, id) : [];
    await updatePlace(tx, id, { parentId, position: generateKeyBetween(before, after) });
    const moved = await requireDocument(tx, actor, id);
    if (!reaches(level, moved.level)) throw new AppError("ACCESS_LEVEL_TOO_LOW");
    if (isElsewhere && !reaches(level, "OWNER")) await requireNoNewOwner(tx, id, owners);
    return toDocument(moved);
  });
}

async function requireNoNewOwner(tx: Tx, id: DocumentId, before: readonly UserId[]): Promise<void> {
  const after = await listOwners(tx, id);
  if (after.some((owner) => !before.includes(owner))) throw new AppError("ACCESS_LEVEL_TOO_LOW");
}

/** Out of the lists and read only, or back. */
export function archiveDocument(
  deps: DocumentDeps,
  actor: Actor,
  id: DocumentId,
  isArchived: boolean,
): Promise<Document> {
  return change(deps, actor, { id, needs: "ADMIN" }, (tx) => updateArchived(tx, id, isArchived));
}

/** Stops edits, or lets them go on; open editors follow within a second. */
export function lockDocument(
  deps: DocumentDeps,
  actor: Actor,
  id: DocumentId,
  isLocked: boolean,
): Promise<Document> {
  return change(deps, actor, { id, needs: "ADMIN" }, async (tx, { lockedAt }) => {
    if (isLocked !== (lockedAt !== null))
      await updateLocked(tx, id, isLocked ? deps.clock.now() : null);
  });
}

/** Offers a document as a template to all who may read it, or no longer. */
export function setDocumentTemplate(
  deps: DocumentDeps,
  actor: Actor,
  id: DocumentId,
  isTemplate: boolean,
): Promise<Document> {
  return change(deps, actor, { id, needs: "ADMIN" }, (tx) => updateTemplate(tx, id, isTemplate));
}

/**
 * Into the trash with what stands below it, by those who lead it, or by who made it and writes there; what is there already goes for ever,
 * by its OWNER or by those who lead its room. What stands below and is not theirs to delete stays, and moves up; from below a restricted
 * document it comes restricted, with the people that it had.
 */
export async function deleteDocument(
  { db, clock }: DocumentDeps,
  actor: Actor,
  id: DocumentId,
): Promise<void> {
  await runTransaction(db, async (tx) => {
    await lockTree(tx, actor.workspaceId);
    const document = await requireDocumentForChange(tx, actor, id, "WRITE");
    const { level, status, roomId, createdBy, isRestricted } = document;
    const isOwn = createdBy === actor.userId && !isRestricted;
    if (status !== "DELETED") {
      if (!isOwn && !reaches(level, "ADMIN")) throw new AppError("ACCESS_LEVEL_TOO_LOW");
      return trashTree(tx, actor, id, clock.now());
    }
    if (!reaches(level, roomId === null ? "OWNER" : "ADMIN"))
      throw new AppError("ACCESS_LEVEL_TOO_LOW");
    return deleteForEver(tx, actor, id);
  });
}

async function deleteForEver(tx: Tx, actor: Actor, id: DocumentId): Promise<void> {
  const rows = await listDeletedWith(tx, actor, id);
  const kept = rows.filter(({ goes }) => !goes);
  const below = kept.filter(({ isBelowRestricted }) => isBelowRestricted);
  await keepClosed(tx, below.map(toId));
  await moveUp(tx, kept.map(toId), id);
  await deleteDocuments(tx, rows.filter(({ goes }) => goes).map(toId));
}

function toId({ id }: { readonly id: DocumentId }): DocumentId {
  return id;
}

/**
 * Out of the trash, with what went there with it; to the top where its parent is still there. From below a restricted document it comes
 * restricted, with the people that it had, so that nobody comes in who was kept out.
 */
export async function restoreDocument(
  deps: DocumentDeps,
  actor: Actor,
  id: DocumentId,
): Promise<Document> {
  await runTransaction(deps.db, async (tx) => {
    // Its parent may go to the trash at the same moment.
    await lockTree(tx, actor.workspaceId);
    const { status } = await requireDocumentForChange(tx, actor, id, "ADMIN");
    if (status !== "DELETED") return;
    if (await isBelowTrashed(tx, id)) await keepClosed(tx, [id]);
    await restoreTree(tx, id);
  });
  return getDocument(deps, actor, id);
}

const DAY_MS = 24 * 60 * 60_000;
const PORTION = 100;

/** Deletes for ever what has been in the trash for 30 days, in portions. What stands below it and is not in one comes to the top as it was kept. */
export async function purgeTrash({ db, clock }: DocumentDeps): Promise<void> {
  const before = new Date(clock.now().getTime() - TRASH_DAYS * DAY_MS);
  while ((await purgePortion(db, before)) === PORTION);
}

function purgePortion(db: Db, before: Date): Promise<number> {
  return runTransaction(db, async (tx) => {
    const ids = await lockTrashedBefore(tx, before, PORTION);
    await keepClosed(tx, await listRightBelow(tx, ids));
    await deleteDocuments(tx, ids);
    return ids.length;
  });
}

async function change(
  deps: DocumentDeps,
  actor: Actor,
  { id, needs }: { readonly id: DocumentId; readonly needs: ParticipantAccessLevel },
  run: (tx: Tx, document: Awaited<ReturnType<typeof requireDocumentForChange>>) => Promise<unknown>,
): Promise<Document> {
  await runTransaction(deps.db, async (tx) => {
    await run(tx, await requireDocumentForChange(tx, actor, id, needs));
  });
  return getDocument(deps, actor, id);
}
