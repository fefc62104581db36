import {
  GROUP_MAX_PEOPLE,
  GROUP_MIN_PEOPLE,
  ROOMS_CREATED_DAY,
  type InputOf,
  type RoomId,
  type UserId,
} from "@colbin/protocol";
import type { Change } from "#server/features/log/log.service.ts";
import { notify } from "#server/features/notifications/notifications.service.ts";
import { addParticipant, toRoomFacts } from "#server/features/participants/participants.service.ts";
import { requireLockedRoom } from "#server/features/rooms/rooms.access.ts";
import { countCreatedRooms, insertConversation } from "#server/features/rooms/rooms.service.ts";
import { requireAccount } from "#server/features/users/accounts.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { findConversation } from "./conversations.queries.ts";
import { toPeopleKey } from "./conversations.rules.ts";
import {
  isVisible,
  requireNoBlock,
  requireUnbound,
  show,
  type Conversation,
  type ConversationDeps,
} from "./conversations.service.ts";

/**
 * A group of the caller and people whom they see. Without a name it is the one of exactly these, made where there is none; with a name
 * always a new one, into which its OWNER may bring others (rules-rooms 30).
 */
export async function createGroup(
  deps: ConversationDeps,
  actor: Actor,
  { userIds, name = "" }: InputOf<"createGroup">["body"],
): Promise<Conversation> {
  requireUnbound(actor);
  const others = [...new Set(userIds)].filter((id) => id !== actor.userId);
  const size = others.length + 1;
  if (size < GROUP_MIN_PEOPLE || size > GROUP_MAX_PEOPLE)
    throw new AppError("GROUP_SIZE_INVALID", { min: GROUP_MIN_PEOPLE, max: GROUP_MAX_PEOPLE });
  for (const id of others)
    if (!(await isVisible(deps, actor, id))) throw new AppError("USER_NOT_FOUND");
  const peopleKey = name === "" ? toPeopleKey("group", [actor.userId, ...others]) : null;
  const known = await findGroup(deps, actor, peopleKey);
  if (known) return show(deps, actor, known, undefined);
  await requireNoBlock(deps, actor, others);
  const group = { actor, others, title: name, peopleKey };
  const made = await deps.changes.run((change) => make(deps, change, group));
  if (made) {
    for (const userId of others)
      await deps.pushRooms({ userId, workspaceId: actor.workspaceId }, [made.roomId]);
    return show(deps, actor, made.roomId, made.seq);
  }
  // Another one of them was faster.
  const theirs = await findGroup(deps, actor, peopleKey);
  if (!theirs) throw new AppError("USER_NOT_FOUND");
  return show(deps, actor, theirs, undefined);
}

async function findGroup(
  { db }: ConversationDeps,
  { workspaceId }: Actor,
  peopleKey: string | null,
): Promise<RoomId | undefined> {
  return peopleKey === null ? undefined : findConversation(db, workspaceId, peopleKey);
}

interface Group {
  readonly actor: Actor;
  readonly others: readonly UserId[];
  readonly title: string;
  readonly peopleKey: string | null;
}

async function make(
  deps: ConversationDeps,
  change: Change,
  { actor, others, title, peopleKey }: Group,
): Promise<{ readonly roomId: RoomId; readonly seq: number } | undefined> {
  const { tx } = change;
  const now = deps.clock.now();
  if ((await countCreatedRooms(tx, actor.userId, now)) >= ROOMS_CREATED_DAY)
    throw new AppError("ROOM_LIMIT_REACHED");
  const { workspaceId, userId: createdBy } = actor;
  const room = await insertConversation(tx, {
    workspaceId,
    roomType: "group",
    title,
    createdBy,
    createdAt: now,
    peopleKey,
    isToStranger: false,
  });
  if (!room) return undefined;
  const place = { ...room, workspaceId, isGeneral: false, settings: {} };
  return { roomId: room.id, seq: await seat(deps, change, place, { actor, others }) };
}

/** Everybody is in from the start; those who were brought in are told. Returns the seq of the last event. */
async function seat(
  deps: ConversationDeps,
  change: Change,
  place: Parameters<typeof addParticipant>[2],
  { actor, others }: Pick<Group, "actor" | "others">,
): Promise<number> {
  const { tx } = change;
  const first = { joinMethod: "DIRECT", isFirst: true } as const;
  let seq = await addParticipant(change, actor, place, { ...first, level: "OWNER" });
  for (const userId of others.toSorted()) {
    const { fullName } = await requireAccount(tx, userId);
    const as = { ...first, level: "WRITE", addedBy: actor } as const;
    seq = await addParticipant(change, { userId, fullName }, place, as);
  }
  for (const userId of others) {
    const { shownTitle, ...theirs } = await requireLockedRoom(tx, userId, place.id);
    const facts = toRoomFacts({ ...theirs, title: shownTitle }, "WRITE");
    await notify(tx, deps, { type: "ROOM_INVITED", userId, actorId: actor.userId, facts });
  }
  return seq;
}
