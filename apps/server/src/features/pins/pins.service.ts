import {
  mayPin,
  PINS_MAX,
  toRoomSettings,
  type Pin,
  type ReplyOf,
  type UserId,
} from "@colbin/protocol";
import {
  appendEvent,
  type Change,
  type HydrateMessages,
  type RoomAddress,
} from "#server/features/log/log.service.ts";
import {
  changeMessage,
  type MessageAddress,
  type MessageChangeDeps,
} from "#server/features/messages/messages.access.ts";
import { appendSystemLine, type MessagePart } from "#server/features/messages/messages.service.ts";
import {
  requireReach,
  requireReadableRoom,
  type OwnPlace,
} from "#server/features/rooms/rooms.access.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import {
  countPins,
  deletePin,
  insertPin,
  listPinnedIds,
  listPins,
  type MessageKey,
} from "./pins.queries.ts";
import { messagePinnedKind } from "./pins.view.ts";

export interface PinDeps extends MessageChangeDeps {
  readonly hydrateMessages: HydrateMessages;
}

export const pinsPart: MessagePart<Pin> = {
  bit: 8,
  async load(db, rows) {
    const pins = await listPins(db, rows);
    return new Map(
      pins.map(({ messageId, createdAt, ...by }) => [
        messageId,
        { ...by, at: createdAt.toISOString() },
      ]),
    );
  },
  async erase(change, room, message) {
    await takeAway(change, room, message, message.authorId);
  },
};

/**
 * Pins a message for everybody in the room, with a line that tells it; again changes nothing and has no seq (rules-messages 41).
 */
export async function pinMessage(
  deps: PinDeps,
  actor: Actor,
  address: MessageAddress,
): Promise<ReplyOf<"pinMessage">> {
  return changeMessage(deps, actor, address, async ({ room, message, show, ...change }) => {
    requirePinning(room);
    if (message.isDeleted || message.type === "system") throw new AppError("MESSAGE_NOT_PINNABLE");
    const { id: messageId } = message;
    const { pin: known } = await show(message);
    const count = await countPins(change.tx, room.id);
    if (known) return { messageId, pin: known, pinCount: count };
    if (count >= PINS_MAX) throw new AppError("PIN_LIMIT_REACHED", { max: PINS_MAX });
    const { userId, fullName: name } = actor;
    await insertPin(change.tx, { ...message, userId }, pinsPart.bit);
    const pinCount = count + 1;
    const event = { actorId: userId, messageId, facts: { isPinned: true, pinCount } };
    const seq = await appendEvent(change, room, messagePinnedKind, event);
    const content = `${name} pinned a message`;
    await appendSystemLine(change, room, actor, { kind: "pinned", content, values: { name } });
    const parts = message.parts | pinsPart.bit;
    const { pin } = await show({ ...message, parts, stateSeq: seq });
    return { messageId, ...(pin && { pin }), pinCount, seq };
  });
}

/** Takes the pin of a message away; of one without a pin changes nothing and has no seq. */
export async function unpinMessage(
  deps: PinDeps,
  actor: Actor,
  address: MessageAddress,
): Promise<ReplyOf<"unpinMessage">> {
  return changeMessage(deps, actor, address, async ({ room, message, show, ...change }) => {
    requirePinning(room);
    const { id: messageId } = message;
    const seq = await takeAway(change, room, message, actor.userId);
    const pinCount = await countPins(change.tx, room.id);
    if (seq === undefined) return { messageId, pinCount };
    await show({ ...message, stateSeq: seq });
    return { messageId, pinCount, seq };
  });
}

function requirePinning(room: OwnPlace): void {
  requireReach(room);
  if (!mayPin(room.accessLevel, toRoomSettings(room).pinnedBy))
    throw new AppError("ACCESS_LEVEL_TOO_LOW");
}

/** Returns the seq of the event that tells it; undefined where there was no pin. */
async function takeAway(
  change: Change,
  room: RoomAddress,
  message: MessageKey,
  actorId: UserId,
): Promise<number | undefined> {
  const seq = await deletePin(change.tx, message, pinsPart.bit);
  if (seq === undefined) return undefined;
  const facts = { isPinned: false, pinCount: await countPins(change.tx, room.id) };
  return appendEvent(change, room, messagePinnedKind, { actorId, messageId: message.id, facts });
}

/** The pinned messages of a room that the caller may read, before and after the reading: the one that was pinned last first. */
export async function listPinned(
  { db, hydrateMessages }: Pick<PinDeps, "db" | "hydrateMessages">,
  actor: Actor,
  slug: string,
): Promise<ReplyOf<"listPinned">> {
  const room = await requireReadableRoom(db, actor, slug);
  const ids = await listPinnedIds(db, room.id);
  const messages = await hydrateMessages(
    db,
    ids.map((id) => ({ room, id })),
  );
  await requireReadableRoom(db, actor, slug);
  return { messages: ids.flatMap((id) => messages.get(id) ?? []) };
}
