import type { File, FileId, InputOf, MessageId, ReplyOf, RoomId } from "@colbin/protocol";
import { appendEvent, type Changes } from "#server/features/log/log.service.ts";
import { messageEditedKind } from "#server/features/messages/messages.service.ts";
import {
  listReadableRooms,
  requireLockedRoom,
  requireReadableRoom,
} from "#server/features/rooms/rooms.access.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { fromTimeCursor, toTimeCursor } from "#server/platform/http/time-cursor.rules.ts";
import { requireChangeableFile, requireOwnFile, requireSeenFile } from "./files.access.ts";
import {
  deleteFileRow,
  findPlace,
  listFileRows,
  listLargest,
  listShowing,
  noteShown,
  sumSizes,
  updateName,
  updateTrashed,
  type FileFilter,
  type FileRow,
  type PlaceRow,
} from "./files.queries.ts";
import { cleanName, GB, isBlocked, MB, toFileType } from "./files.rules.ts";
import { filesPart, toFile } from "./files.view.ts";
import { removeOrphan, type SweepDeps } from "./sweeping.service.ts";

export interface FileDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly changes: Changes;
}

const LARGEST = 10;

type ListQuery = InputOf<"listFilesOfRoom">["query"];
interface Place {
  readonly id: RoomId;
  readonly slug: string;
  readonly shownTitle: string;
}

/** Files of the active workspace that the caller may see now, or of one of its rooms; their trash alone on demand. */
export async function listFiles(
  { db }: Pick<FileDeps, "db">,
  actor: Actor,
  { scope, roomSlug, ...query }: InputOf<"listFiles">["query"],
): Promise<ReplyOf<"listFiles">> {
  if (roomSlug !== undefined) return listFilesOfRoom({ db }, actor, roomSlug, query);
  const rooms = scope === "trash" ? [] : await listReadableRooms(db, actor, true);
  const which = { rooms, isShownOnly: false, isTrash: scope === "trash" };
  return toPage(db, actor, which, query);
}

/** Files that messages of a room show. */
export async function listFilesOfRoom(
  { db }: Pick<FileDeps, "db">,
  actor: Actor,
  slug: string,
  query: ListQuery,
): Promise<ReplyOf<"listFilesOfRoom">> {
  const room = await requireReadableRoom(db, actor, slug);
  const which = { rooms: [room], isShownOnly: true, isTrash: false };
  const page = await toPage(db, actor, which, query);
  // Files that came after a removal in between are not for this person.
  await requireReadableRoom(db, actor, slug);
  return page;
}

async function toPage(
  db: Db,
  { workspaceId, userId }: Actor,
  {
    rooms,
    ...which
  }: Pick<FileFilter, "isShownOnly" | "isTrash"> & {
    readonly rooms: readonly Place[];
  },
  { cursor, limit, from, to, type, ownerId, search }: ListQuery,
): Promise<ReplyOf<"listFilesOfRoom">> {
  const after = cursor === undefined ? undefined : fromTimeCursor(cursor);
  if (cursor !== undefined && !after) throw new AppError("CURSOR_INVALID");
  const rows = await listFileRows(db, {
    ...which,
    workspaceId,
    userId,
    roomIds: rooms.map(({ id }) => id),
    type,
    ownerId,
    search,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
    after,
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const byId = new Map(rooms.map((room) => [room.id, room]));
  return {
    results: shown.map((row) => toFile(row, toPlace(row, byId))),
    nextCursor:
      rows.length > limit && last ? toTimeCursor({ at: last.createdAt, id: last.id }) : null,
  };
}

function toPlace(
  { messageId, placeRoomId, isInThread }: PlaceRow,
  rooms: ReadonlyMap<RoomId, Place>,
): File["place"] {
  const room = placeRoomId === null ? undefined : rooms.get(placeRoomId);
  if (!room || messageId === null || isInThread === null) return null;
  return { messageId, sessionRoomSlug: room.slug, roomTitle: room.shownTitle, isInThread };
}

/** With the place where the caller sees it. */
async function withPlace(db: Db, actor: Actor, file: FileRow): Promise<File> {
  if (file.trashedAt !== null) return toFile(file);
  const rooms = await listReadableRooms(db, actor, true);
  const ids = rooms.map(({ id }) => id);
  const row = await findPlace(db, file.id, ids);
  return toFile(file, row && toPlace(row, new Map(rooms.map((room) => [room.id, room]))));
}

/** A file that the caller may see. */
export async function getFile(
  { db }: Pick<FileDeps, "db">,
  actor: Actor,
  id: FileId,
): Promise<File> {
  return withPlace(db, actor, await requireSeenFile(db, actor, id));
}

/** Gives an own file another name, in every message that shows it: the caller may write wherever these are. */
export async function renameFile(
  deps: FileDeps & { readonly fileTypesBlocked: readonly string[] },
  actor: Actor,
  id: FileId,
  written: string,
): Promise<File> {
  const file = await requireChangeableFile(deps.db, actor, id);
  const name = cleanName(written);
  if (name === file.name) return withPlace(deps.db, actor, file);
  const { mediaType } = file;
  if (isBlocked({ name, mediaType }, deps.fileTypesBlocked))
    throw new AppError("FILE_TYPE_BLOCKED");
  const type = toFileType(mediaType, name);
  await updateName(deps.db, id, name, type);
  await tellShowing(deps, id);
  return withPlace(deps.db, actor, { ...file, name, type });
}

/** Puts an own file into the trash; again changes nothing. */
export async function deleteFile(deps: FileDeps, actor: Actor, id: FileId): Promise<void> {
  await requireOwnFile(deps.db, actor, id);
  await setTrashed(deps, id, deps.clock.now());
}

/** Takes an own file out of the trash; one that is not there stays as it is. */
export async function restoreFile(deps: FileDeps, actor: Actor, id: FileId): Promise<File> {
  const file = await requireOwnFile(deps.db, actor, id);
  if (file.sha256 === null) throw new AppError("FILE_NOT_FOUND");
  await setTrashed(deps, id, null);
  return withPlace(deps.db, actor, { ...file, trashedAt: null });
}

async function setTrashed(deps: FileDeps, id: FileId, at: Date | null): Promise<void> {
  if (await updateTrashed(deps.db, id, at)) await tellShowing(deps, id);
}

/**
 * Tells the rooms of a file that it is another one now, but for the messages that were told already, among which the others are then; a
 * message that is gone meanwhile has nobody to tell.
 */
export async function tellShowing(
  deps: Pick<FileDeps, "db" | "changes">,
  id: FileId,
  told = new Set<MessageId>(),
): Promise<void> {
  for (const { roomId, messageId, authorId } of await listShowing(deps.db, id)) {
    if (told.has(messageId)) continue;
    await deps.changes.run(async (change) => {
      const room = await requireLockedRoom(change.tx, authorId, roomId);
      if (!(await noteShown(change.tx, { roomId, messageId }, filesPart.bit))) return;
      await appendEvent(change, room, messageEditedKind, {
        actorId: authorId,
        messageId,
        facts: {},
      });
    });
    told.add(messageId);
  }
}

/** Removes an own file that no message shows, for good: its sender changed their mind. Its bytes go unless something else has them. */
export async function removeUnshown(
  deps: Pick<SweepDeps, "db" | "fileStore">,
  actor: Actor,
  id: FileId,
): Promise<void> {
  const file: FileRow = await requireOwnFile(deps.db, actor, id);
  if (!(await deleteFileRow(deps.db, file.id))) throw new AppError("FILE_NOT_FOUND");
  if (file.sha256 !== null) await removeOrphan(deps, file.sha256, file.createdAt);
}

export interface StorageDeps {
  readonly db: Db;
  readonly quotaOrganizationGb: number;
}

/** The storage that all files of an organization take, with uploads under way. */
export async function readStorage(
  { db, quotaOrganizationGb }: StorageDeps,
  organization: Actor["workspaceId"],
): Promise<ReplyOf<"getUsage">["storage"]> {
  const limit = quotaOrganizationGb > 0 ? quotaOrganizationGb * GB : null;
  return { used: await sumSizes(db, organization, undefined), limit };
}

/** The storage that the caller's files take, with uploads under way. */
export async function getFileUsage(
  {
    db,
    quotaPersonGb,
    fileMaxMb,
  }: Pick<FileDeps, "db"> & { readonly quotaPersonGb: number; readonly fileMaxMb: number },
  { workspaceId, userId }: Actor,
): Promise<ReplyOf<"getFileUsage">> {
  const largest = await listLargest(db, workspaceId, userId, LARGEST);
  return {
    used: await sumSizes(db, workspaceId, userId),
    limit: quotaPersonGb > 0 ? quotaPersonGb * GB : null,
    fileMax: fileMaxMb * MB,
    largest: largest.map((row) => toFile(row)),
  };
}
