import { DM_STRANGERS_DAY, type InputOf, type RoomId, type UserId } from "@colbin/protocol";
import type { Change } from "#server/features/log/log.service.ts";
import { addParticipant } from "#server/features/participants/participants.service.ts";
import { findExactUser } from "#server/features/people/people.service.ts";
import { requireReach, requireLockedRoom } from "#server/features/rooms/rooms.access.ts";
import {
  insertConversation,
  isInRoom,
  lockCreations,
} from "#server/features/rooms/rooms.service.ts";
import { requireAccount } from "#server/features/users/accounts.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { countStrangersSince, findConversation } from "./conversations.queries.ts";
import { toPeopleKey } from "./conversations.rules.ts";
import {
  isVisible,
  requireNoBlock,
  requireUnbound,
  show,
  type Conversation,
  type ConversationDeps,
} from "./conversations.service.ts";

/** The room has no name of its own but for the one of oneself. */
const OWN_TITLE = "Notes to self";

/** The pair whose room it is; of one's own room the caller alone. */
interface Pair {
  readonly actor: Actor;
  readonly peerId: UserId | null;
  readonly peopleKey: string;
}

/**
 * The one direct room of the caller and somebody else, made where there is none; with oneself the room of one's own. The other side
 * sees it with the first message. Of two who begin at once both get the same one (rules-rooms 28, 29, 31).
 */
export async function openDirect(
  deps: ConversationDeps,
  actor: Actor,
  { userId, username }: InputOf<"openDirect">["body"],
): Promise<Conversation> {
  requireUnbound(actor);
  if ((userId === undefined) === (username === undefined)) throw new AppError("BAD_REQUEST");
  const wanted = userId ?? (await findNamed(deps, actor, username ?? ""));
  const isOwn = wanted === actor.userId;
  const people = [actor.userId, wanted];
  const peopleKey = toPeopleKey(isOwn ? "saved" : "direct", people);
  const pair = { actor, peerId: isOwn ? null : wanted, peopleKey };
  const known = await findConversation(deps.db, actor.workspaceId, peopleKey);
  const opened = known ? await reopen(deps, pair, known) : await begin(deps, pair, username);
  return show(deps, actor, opened.roomId, opened.seq);
}

/** Also whom the caller has blocked, or who has blocked them: that is said later. */
async function findNamed(deps: ConversationDeps, actor: Actor, text: string): Promise<UserId> {
  const found = await findExactUser(deps, actor, text, { hidesBlocks: false });
  if (!found) throw new AppError("USER_NOT_FOUND");
  return found;
}

interface Opened {
  readonly roomId: RoomId;
  readonly seq?: number | undefined;
}

/** Whoever came back to the workspace is in it again; where nobody may answer it is DM_NOT_POSSIBLE. */
async function reopen(deps: ConversationDeps, pair: Pair, roomId: RoomId): Promise<Opened> {
  const { actor, peerId } = pair;
  return deps.changes.run(async (change) => {
    const seq = await enter(change, roomId, actor.userId);
    const theirs = peerId && (await enter(change, roomId, peerId, true));
    const room = await requireLockedRoom(change.tx, actor.userId, roomId);
    if (peerId) requireReach(room);
    return { roomId, seq: theirs ?? seq };
  });
}

/** Makes a member of the workspace a participant again; returns the seq, undefined where they are one. */
async function enter(
  change: Change,
  roomId: RoomId,
  userId: UserId,
  isHidden = false,
): Promise<number | undefined> {
  const room = await requireLockedRoom(change.tx, userId, roomId);
  if (isInRoom(room) || room.workspaceStatus !== "ACTIVE") return undefined;
  const { fullName } = await requireAccount(change.tx, userId);
  const as = { level: "WRITE", joinMethod: "DIRECT", isHidden, isFirst: true } as const;
  return addParticipant(change, { userId, fullName }, room, as);
}

async function begin(
  deps: ConversationDeps,
  pair: Pair,
  username: string | undefined,
): Promise<Opened> {
  const { actor, peerId, peopleKey } = pair;
  const isToStranger = peerId !== null && !(await isVisible(deps, actor, peerId));
  // In Personal a whole name or address is enough; an id alone tells of nobody.
  if (isToStranger && username === undefined) throw new AppError("USER_NOT_FOUND");
  if (peerId) await requireNoBlock(deps, actor, [peerId]);
  const made = await deps.changes.run((change) => make(deps, change, pair, isToStranger));
  if (made) return made;
  // The other one, or another device, was faster.
  const known = await findConversation(deps.db, actor.workspaceId, peopleKey);
  if (!known) throw new AppError("USER_NOT_FOUND");
  return reopen(deps, pair, known);
}

async function make(
  { clock }: ConversationDeps,
  change: Change,
  { actor, peerId, peopleKey }: Pair,
  isToStranger: boolean,
): Promise<Opened | undefined> {
  const { workspaceId, userId } = actor;
  const now = clock.now();
  if (isToStranger && (await countStrangers(change.tx, userId, now)) >= DM_STRANGERS_DAY)
    throw new AppError("DM_LIMIT_REACHED");
  const room = await insertConversation(change.tx, {
    workspaceId,
    roomType: peerId ? "direct" : "saved",
    title: peerId ? "" : OWN_TITLE,
    createdBy: userId,
    createdAt: now,
    peopleKey,
    isToStranger,
  });
  if (!room) return undefined;
  const seq = await enter(change, room.id, userId);
  const theirs = peerId && (await enter(change, room.id, peerId, true));
  return { roomId: room.id, seq: theirs ?? seq };
}

/** Whom somebody began to write to in the last 24 hours without seeing them; the number holds until the transaction ends. */
async function countStrangers(tx: Tx, userId: UserId, now: Date): Promise<number> {
  await lockCreations(tx, userId);
  return countStrangersSince(tx, userId, new Date(now.getTime() - 24 * 60 * 60_000));
}
