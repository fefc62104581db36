import {
  DRAFTS_MAX,
  DRAFTS_MAX_BYTES,
  type Draft,
  type InputOf,
  type MessageId,
  type ReplyOf,
  type UserId,
} from "@colbin/protocol";
import { readMessage } from "#server/features/messages/messages.access.ts";
import { numberPersonalEvent } from "#server/features/personal-events/personal-events.service.ts";
import { requireOwnPlace } from "#server/features/rooms/rooms.access.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Live } from "#server/platform/realtime/live.ts";
import {
  deleteOfPerson,
  deleteOldest,
  endDraft,
  findDraft,
  listOwn,
  nextVersion,
  upsertDraft,
  type ChangedDraft,
  type DraftPlace,
  type DraftRow,
} from "./drafts.queries.ts";

/** Characters of a text that alone never make the drafts of a person too many bytes: DRAFTS_MAX of them are within DRAFTS_MAX_BYTES. */
const LONG_DRAFT = Math.floor(DRAFTS_MAX_BYTES / DRAFTS_MAX / 3);

export interface DraftDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly live: Pick<Live, "sendToPerson">;
}

/** Where a draft is, as a call names it. */
interface Address {
  readonly slug: string;
  readonly threadId: MessageId | undefined;
}

/** Those of the rooms that the caller is in: others come back with their rooms (rules-messages 40). */
export async function listDrafts(
  { db }: Pick<DraftDeps, "db">,
  actor: Actor,
): Promise<ReplyOf<"listDrafts">> {
  return { results: (await listOwn(db, actor)).map(toDraft) };
}

type Text = Pick<InputOf<"putDraft">["body"], "content" | "metadata" | "other" | "version">;

/**
 * Keeps a text for all devices of the caller, and tells them (rules-messages 40). DRAFT_CONFLICT, with the present draft, where another
 * device has changed it since `version`. Without any text the draft ends. Of too many, or too long ones, those that were changed the longest ago go.
 */
export async function putDraft(
  deps: DraftDeps,
  actor: Actor,
  address: Address,
  { content, metadata, other, version }: Text,
): Promise<Draft> {
  const place = await requirePlace(deps.db, actor, address);
  const now = deps.clock.now();
  const isEmpty = content === "" && other === null;
  const { draft, rev } = await runTransaction(deps.db, async (tx) => {
    const row = isEmpty
      ? await end(tx, place, version, now)
      : await upsertDraft(tx, place, { content, metadata, other, version, now });
    if (!row) throw await toConflict(tx, place);
    const isLong = content.length + (other?.length ?? 0) > LONG_DRAFT;
    if (row.isNew || isLong)
      await deleteOldest(tx, place.userId, { count: DRAFTS_MAX, bytes: DRAFTS_MAX_BYTES });
    return { draft: toDraft(row), rev: await numberPersonalEvent(tx, place.userId) };
  });
  const { workspaceId } = actor;
  const event = "draft_changed";
  deps.live.sendToPerson(place.userId, {
    type: "SERVER_PERSONAL_EVENT",
    event,
    rev,
    data: { workspaceId, draft },
  });
  return draft;
}

/** Ends a draft, both of its texts, on all devices. DRAFT_CONFLICT as `putDraft`; one that has ended is no error. */
export async function deleteDraft(
  deps: DraftDeps,
  actor: Actor,
  address: Address,
  version: number,
): Promise<void> {
  await putDraft(deps, actor, address, { content: "", metadata: {}, other: null, version });
}

/** Of somebody who is gone. */
export function forgetDrafts(tx: Tx, userId: UserId): Promise<void> {
  return deleteOfPerson(tx, userId);
}

async function requirePlace(
  db: Db,
  actor: Actor,
  { slug, threadId }: Address,
): Promise<DraftPlace> {
  const { id: roomId } = await requireOwnPlace(db, actor, slug);
  const place = { userId: actor.userId, roomId };
  if (threadId === undefined) return { ...place, threadId: null };
  // By the id of a reply as well, as a send.
  return readMessage(db, actor, { slug, id: threadId }, (_, message) =>
    Promise.resolve({ ...place, threadId: message.threadId ?? message.id }),
  );
}

async function end(
  tx: Tx,
  place: DraftPlace,
  version: number,
  now: Date,
): Promise<ChangedDraft | undefined> {
  if (!(await endDraft(tx, place, version))) return undefined;
  const { roomId, threadId } = place;
  const nothing = { content: "", metadata: {}, other: null };
  return {
    roomId,
    threadId,
    ...nothing,
    version: await nextVersion(tx),
    updatedAt: now,
    isNew: false,
  };
}

async function toConflict(tx: Tx, place: DraftPlace): Promise<AppError> {
  const current = await findDraft(tx, place);
  // It has ended meanwhile: the next try finds none.
  if (!current) return new AppError("DB_UNAVAILABLE", { retryAfterMs: 0 });
  return new AppError("DRAFT_CONFLICT", { current: toDraft(current) });
}

function toDraft(row: DraftRow): Draft {
  const { roomId, threadId, content, metadata, other, version } = row;
  const updatedAt = row.updatedAt.toISOString();
  return { roomId, threadId, content, metadata, other, version, updatedAt };
}
