import type { RoomId, Subscription, UserId } from "@colbin/protocol";
import {
  setHidden,
  type ParticipantDeps,
} from "#server/features/participants/participants.service.ts";
import { requireVisibleUser } from "#server/features/people/people.access.ts";
import type { FindingDeps } from "#server/features/people/people.service.ts";
import {
  requireSubscription,
  type SubscriptionDeps,
} from "#server/features/subscriptions/subscriptions.service.ts";
import { listBlockedWith } from "#server/features/users/blocks.service.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";

export type ConversationDeps = ParticipantDeps &
  SubscriptionDeps &
  FindingDeps & { readonly jobs: Jobs };

/** What is told of a conversation that was opened. */
export type Conversation = Subscription & { readonly seq?: number | undefined };

/** To a session that is bound to one room there is no other. */
export function requireUnbound({ boundRoomId }: Actor): void {
  if (boundRoomId !== null) throw new AppError("FORBIDDEN");
}

/** Does the caller see them in the active workspace, as somebody whom they may write to (rules-identity 24, 45)? */
export async function isVisible(
  { db }: Pick<ConversationDeps, "db">,
  actor: Actor,
  userId: UserId,
): Promise<boolean> {
  try {
    const { role } = await requireVisibleUser(db, actor, userId);
    return role !== "GUEST";
  } catch (error) {
    if (error instanceof AppError && error.code === "USER_NOT_FOUND") return false;
    throw error;
  }
}

/** Between the caller and none of these is a block, whoever made it; else DM_NOT_POSSIBLE (rules-identity 47). */
export async function requireNoBlock(
  { db }: Pick<ConversationDeps, "db">,
  { userId }: Actor,
  people: readonly UserId[],
): Promise<void> {
  const blocked = new Set(await listBlockedWith(db, userId));
  if (people.some((each) => blocked.has(each))) throw new AppError("DM_NOT_POSSIBLE");
}

/** It stands in the caller's list on all their devices. */
export async function show(
  deps: ConversationDeps,
  actor: Actor,
  roomId: RoomId,
  seq: number | undefined,
): Promise<Conversation> {
  await setHidden(deps.db, actor.userId, [roomId], false);
  const own = await requireSubscription(deps, actor, roomId);
  const room = { roomId, headSeq: own.headSeq };
  deps.live.subscribeUser(actor.userId, actor.workspaceId, room);
  await deps.pushRooms(actor, [roomId]);
  return { ...own, seq };
}
