import type { InputOf, Participant, ParticipantAccessStatus } from "@colbin/protocol";
import { recordAct } from "#server/features/audit/audit.service.ts";
import type { Change } from "#server/features/log/log.service.ts";
import { requireLockedRoom, requireVisibleRoom } from "#server/features/rooms/rooms.access.ts";
import { isInRoom, maySeeRoom, type RoomRow } from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { acceptInvitation } from "./invites.service.ts";
import { requireParticipant } from "./participants.access.ts";
import type { ParticipantRow } from "./participants.queries.ts";
import { readEntry, tellAccess, type AccessDeps } from "./participants.service.ts";
import { updateOut } from "./places.queries.ts";
import { closeRequest, mayDecideIn } from "./request-outcomes.service.ts";
import { findOpenRequest } from "./requests.queries.ts";

type Answer = InputOf<"setParticipantStatus">["body"];

/** Somebody's place in a room whose lock is held, and who changes it. */
interface Move {
  readonly actor: Actor;
  readonly room: RoomRow;
  readonly target: ParticipantRow;
  readonly answer: Answer;
}

/** Returns the request that it closed, if there was one. */
type Act = (deps: AccessDeps, change: Change, move: Move) => Promise<string | undefined>;

/** What the person does with their own place, and what OWNER and ADMIN do with those of others: `from to`. */
const moves: Readonly<Record<"own" | "others", Readonly<Record<string, Act>>>> = {
  own: {
    "INVITED ACCEPTED": accept,
    "INVITED REJECTED": end,
    "PENDING IDLE": decide("CANCELLED"),
  },
  others: {
    "PENDING ACCEPTED": decide("APPROVED"),
    "PENDING REJECTED": decide("REJECTED"),
    "INVITED IDLE": end,
    "REMOVED IDLE": liftBan,
  },
};

/**
 * Moves somebody's status by the table of rules-rooms 1: decides a request, answers or cancels an invitation, withdraws, lifts a ban.
 * Everything else is PARTICIPANT_STATUS_CONFLICT.
 */
export async function setStatus(
  deps: AccessDeps,
  actor: Actor,
  slug: string,
  { participantId, ...answer }: Answer & { readonly participantId: string },
): Promise<Participant> {
  const { id } = await requireVisibleRoom(deps.db, actor, slug);
  const { room, target, requestId } = await deps.changes.run(async (change) => {
    const { tx } = change;
    const row = await requireLockedRoom(tx, actor.userId, id);
    if (!maySeeRoom(row)) throw new AppError("ROOM_NOT_FOUND");
    const isOwn = participantId.toLowerCase() === actor.userId;
    if (!isOwn && !isInRoom(row)) throw new AppError("NOT_A_PARTICIPANT");
    if (!isOwn && !mayDecideIn(row)) throw new AppError("ACCESS_LEVEL_TOO_LOW");
    const person = await requireParticipant(tx, id, participantId);
    const act = toAct(isOwn ? "own" : "others", person.accessStatus, answer.status);
    const move = { actor, room: row, target: person, answer };
    return { room: row, target: person, requestId: await act(deps, change, move) };
  });
  const { userId } = target;
  await tellAccess(deps, room, userId, requestId);
  if (answer.status === "ACCEPTED")
    await deps.pushRooms({ userId, workspaceId: room.workspaceId }, [id]);
  return (await readEntry(deps.db, { roomId: id, userId })).participant;
}

function toAct(
  whose: "own" | "others",
  from: ParticipantAccessStatus,
  to: ParticipantAccessStatus,
): Act {
  const act = moves[whose][`${from} ${to}`];
  if (!act) throw new AppError("PARTICIPANT_STATUS_CONFLICT", { from, to });
  return act;
}

async function accept(deps: AccessDeps, change: Change, { actor, room }: Move): Promise<undefined> {
  if (room.status !== "ACTIVE") throw new AppError("ROOM_ARCHIVED");
  await acceptInvitation(deps, change, actor, room);
}

async function end(
  { clock }: AccessDeps,
  { tx }: Change,
  { room, target: { userId }, answer }: Move,
): Promise<undefined> {
  const to = answer.status === "REJECTED" ? "REJECTED" : "IDLE";
  await updateOut(tx, { roomId: room.id, userId }, to, clock.now());
}

async function liftBan(deps: AccessDeps, change: Change, move: Move): Promise<undefined> {
  const { actor, room, target, answer } = move;
  await end(deps, change, move);
  await recordAct(change.tx, actor, {
    at: deps.clock.now(),
    kind: "ban lifted",
    workspaceId: room.workspaceId,
    action: "GRANT_ACCESS",
    target: { type: "user", id: target.userId },
    reason: answer.reason,
    details: { roomId: room.id },
  });
}

function decide(to: "APPROVED" | "REJECTED" | "CANCELLED"): Act {
  return async (deps, change, { actor, room, target, answer }) => {
    const place = { roomId: room.id, userId: target.userId };
    const request = await findOpenRequest(change.tx, place);
    if (!request)
      throw new AppError("PARTICIPANT_STATUS_CONFLICT", { from: "PENDING", to: answer.status });
    await closeRequest(deps, change, { actor, room, request }, { to, reason: answer.reason });
    return request.id;
  };
}
