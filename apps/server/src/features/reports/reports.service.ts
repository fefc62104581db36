import {
  hasPermission,
  isLeading,
  isOwnerless,
  type InputOf,
  type Report,
  type ReplyOf,
  type RoomId,
  type UserId,
} from "@colbin/protocol";
import { recordAct } from "#server/features/audit/audit.service.ts";
import type { HydrateMessages } from "#server/features/log/log.service.ts";
import { readBehind, type MessageAddress } from "#server/features/messages/messages.access.ts";
import type { MessageRow } from "#server/features/messages/messages.service.ts";
import { notify } from "#server/features/notifications/notifications.service.ts";
import { listRoomLeaders } from "#server/features/participants/participants.service.ts";
import {
  requireActive,
  requireOwnPlace,
  type OwnPlace,
} from "#server/features/rooms/rooms.access.ts";
import { lockRoom } from "#server/features/rooms/rooms.service.ts";
import { listWorkspaceLeaders } from "#server/features/workspaces/workspaces.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import {
  countOpenReports,
  findOpenReport,
  findReport,
  insertReport,
  listBefore,
  listReportRows,
  updateClosed,
  type Decider,
  type MadeReport,
  type ReportRow,
} from "./reports.queries.ts";
import { fromCursor, toCursor } from "./reports.rules.ts";
import { toReport } from "./reports.view.ts";

export { updateForgotten as forgetReports } from "./reports.queries.ts";

export interface ReportDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly hydrateMessages: HydrateMessages;
}

/** Messages before the reported one that its reader shows to those who do not read the conversation. */
const COPIED_BEFORE = 2;

/** A person and the message of somebody else in a room that they are in. */
interface Reporting {
  readonly actor: Actor;
  readonly room: OwnPlace;
  readonly message: MessageRow;
}

/**
 * Reports a message to those who lead its room (rules-messages 22). A direct room has nobody who leads, and the author of the message does
 * not judge it: then those decide who lead the workspace, by a copy. A second report of the same person changes nothing.
 */
export async function reportMessage(
  deps: ReportDeps,
  actor: Actor,
  { slug, id }: MessageAddress,
  wish: InputOf<"reportMessage">["body"],
): Promise<ReplyOf<"reportMessage"> & { readonly isNew: boolean }> {
  const requireRoom = () => requireOwnPlace(deps.db, actor, slug);
  return readBehind(deps.db, requireRoom, id, async (room, message) => {
    requireActive(room);
    if (message.type === "system" || message.authorId === actor.userId)
      throw new AppError("MESSAGE_NOT_REPORTABLE");
    if (message.isDeleted) throw new AppError("MESSAGE_DELETED");
    const { report, isNew } = await runTransaction(deps.db, (tx) =>
      write(tx, deps, { actor, room, message }, wish),
    );
    return { id: report.id, createdAt: report.createdAt.toISOString(), isNew };
  });
}

async function write(
  tx: Tx,
  deps: ReportDeps,
  { actor, room, message }: Reporting,
  { reason, note = "" }: InputOf<"reportMessage">["body"],
): Promise<{ readonly report: MadeReport; readonly isNew: boolean }> {
  const { workspaceId, id: roomId } = room;
  const { id: messageId, authorId } = message;
  /** Nobody decides about their own message. */
  const withoutAuthor = (ids: readonly UserId[]) => ids.filter((id) => id !== authorId);
  const leaders = isOwnerless(room.roomType)
    ? []
    : withoutAuthor(await listRoomLeaders(tx, roomId));
  const isForWorkspace = leaders.length === 0;
  const copies = isForWorkspace ? await copy(tx, message) : [];
  const report = await insertReport(tx, {
    workspaceId,
    roomId,
    messageId,
    authorId,
    reporterId: actor.userId,
    reason,
    note,
    isForWorkspace,
    copies,
    now: deps.clock.now(),
  });
  if (!report) {
    const known = await findOpenReport(tx, messageId, actor.userId);
    // It was closed at this moment: the next report is a new one.
    if (!known) throw new AppError("CONFLICT");
    return { report: known, isNew: false };
  }
  const deciders = isForWorkspace
    ? withoutAuthor(await listWorkspaceLeaders(tx, workspaceId))
    : leaders;
  await tell(tx, deps, { actor, room, message }, { report, isForWorkspace, deciders });
  return { report, isNew: true };
}

/** Under the room's lock: a message that is deleted meanwhile takes the copies along that were written before. */
async function copy(tx: Tx, message: MessageRow): Promise<Awaited<ReturnType<typeof listBefore>>> {
  await lockRoom(tx, message.roomId);
  const copies = await listBefore(tx, message, COPIED_BEFORE);
  if (!copies.some(({ messageId }) => messageId === message.id))
    throw new AppError("MESSAGE_DELETED");
  return copies;
}

interface Told {
  readonly report: MadeReport;
  readonly isForWorkspace: boolean;
  readonly deciders: readonly UserId[];
}

/** Reports of a room that nobody has looked at are one notification. Nobody is named in it. */
async function tell(
  tx: Tx,
  deps: ReportDeps,
  { actor, room }: Reporting,
  { report, isForWorkspace, deciders }: Told,
): Promise<void> {
  const { workspaceId, id: roomId, slug: sessionRoomSlug, title, shownTitle } = room;
  const place = { roomId, sessionRoomSlug, title: title || shownTitle };
  const facts = { workspaceId, ...(isForWorkspace ? undefined : place) };
  for (const userId of deciders) {
    if (userId === actor.userId) continue;
    const cause = `${report.id} ${userId}`;
    await notify(tx, deps, { type: "MESSAGE_REPORTED", userId, actorId: null, cause, facts });
  }
}

function toDecider({ userId, workspaceId, workspaceRole }: Actor): Decider {
  const leadsWorkspace = workspaceRole !== null && isLeading(workspaceRole);
  return { userId, workspaceId, leadsWorkspace };
}

type Listing = InputOf<"listReports">["query"];

/** A page of what the caller decides in the active workspace. */
export function listReports(
  deps: ReportDeps,
  actor: Actor,
  listing: Listing,
): Promise<ReplyOf<"listReports">> {
  return readPage(deps, actor, listing);
}

/** The same of one room, for its OWNERs and ADMINs. */
export async function listReportsOfRoom(
  deps: ReportDeps,
  actor: Actor,
  slug: string,
  listing: Listing,
): Promise<ReplyOf<"listReportsOfRoom">> {
  const { id, accessLevel } = await requireOwnPlace(deps.db, actor, slug);
  if (!hasPermission(accessLevel, "MANAGE_ROOM")) throw new AppError("ACCESS_LEVEL_TOO_LOW");
  return readPage(deps, actor, listing, id);
}

async function readPage(
  deps: ReportDeps,
  actor: Actor,
  { status, cursor, limit }: Listing,
  roomId?: RoomId,
): Promise<ReplyOf<"listReports">> {
  const after = cursor === undefined ? undefined : fromCursor(cursor);
  if (cursor !== undefined && !after) throw new AppError("CURSOR_INVALID");
  const decider = toDecider(actor);
  const rows = await listReportRows(deps.db, decider, {
    isOpen: status === "open",
    after,
    limit: limit + 1,
    ...(roomId !== undefined && { roomId }),
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    results: await toReports(deps, shown),
    nextCursor: rows.length > limit && last ? toCursor(last) : null,
    openCount: await countOpenReports(deps.db, decider, roomId),
  };
}

async function toReports(
  { db, hydrateMessages }: Pick<ReportDeps, "db" | "hydrateMessages">,
  rows: readonly ReportRow[],
): Promise<Report[]> {
  const refs = rows.map(({ roomId, slug, messageId }) => ({
    room: { id: roomId, slug },
    id: messageId,
  }));
  if (rows.length === 0) return [];
  const messages = await hydrateMessages(db, refs);
  return rows.map((row) => toReport(row, messages.get(row.messageId)));
}

/** Lets a message stand: the open reports of it that the caller decides are closed (rules-messages 22). */
export async function dismissReport(deps: ReportDeps, actor: Actor, id: string): Promise<Report> {
  const decider = toDecider(actor);
  const row = await runTransaction(deps.db, async (tx) => {
    const found = await findReport(tx, decider, id);
    if (!found) throw new AppError("REPORT_NOT_FOUND");
    const now = deps.clock.now();
    const closing = { status: "dismissed", by: actor.userId, now } as const;
    const closed = await updateClosed(tx, found, closing, found.isForWorkspace);
    if (closed === 0 || found.status !== "open") return found;
    const { messageId, roomId, author, isForWorkspace } = found;
    await recordAct(tx, actor, {
      at: now,
      kind: "report dismissed",
      workspaceId: actor.workspaceId,
      target: { type: "user", id: author.userId },
      details: isForWorkspace ? { messageId } : { roomId, messageId },
    });
    return (await findReport(tx, decider, id)) ?? found;
  });
  const [report] = await toReports(deps, [row]);
  if (!report) throw new Error("Every row becomes a report");
  return report;
}
