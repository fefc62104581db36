import {
  strictestRetention,
  toRoomSlug,
  type ChangedRoom,
  type InputOf,
  type RoomAccessType,
  type SystemKind,
} from "@colbin/protocol";
import { isDeepStrictEqual } from "node:util";
import { recordAct, type AuditKind } from "#server/features/audit/audit.service.ts";
import { closeToGuests } from "#server/features/guests/ending.service.ts";
import { takesGuests } from "#server/features/guests/guests.service.ts";
import { appendEvent, type Change, type Changes } from "#server/features/log/log.service.ts";
import { appendSystemLine } from "#server/features/messages/messages.service.ts";
import { cancelRequests } from "#server/features/participants/request-outcomes.service.ts";
import { toRetentionLine } from "#server/features/retention/retention.service.ts";
import { moveTo, openMover } from "#server/features/rooms/addresses.service.ts";
import {
  requireActive,
  requireManagedRoomForChange,
  requireNotGeneral,
  requireVisibleRoom,
} from "#server/features/rooms/rooms.access.ts";
import {
  toRoomCard,
  updateRoom as writeRoom,
  type ChangeableRoom,
  type RoomRow,
} from "#server/features/rooms/rooms.service.ts";
import { readSettings } from "#server/features/workspaces/workspaces.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { isStricter } from "./changes.rules.ts";
import { roomUpdatedKind, toUpdated } from "./changes.view.ts";

export interface RoomChangeDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly changes: Changes;
}

/**
 * Makes something else of a room, with the event that tells everybody who hears it; the change holds the room's lock. Guests are out before
 * that where it takes none any more (rules-rooms 39).
 */
export async function changeRoom(
  change: Change,
  actor: Actor,
  room: RoomRow,
  to: Partial<ChangeableRoom>,
): Promise<ChangedRoom> {
  const changed = { ...room, ...to };
  const isClosed = takesGuests(room) && !takesGuests(changed);
  const gone = isClosed ? await closeToGuests(change, actor.userId, room) : 0;
  const after = { ...changed, memberCount: room.memberCount - gone };
  await writeRoom(change.tx, room.id, after);
  const event = { actorId: actor.userId, facts: toUpdated(room, after) };
  // Under the address that whoever hears it knows.
  const seq = await appendEvent(change, room, roomUpdatedKind, event);
  return { ...toRoomCard(after), seq };
}

type Wanted = Omit<InputOf<"updateRoom">["body"], "slug"> & { readonly slug?: string | undefined };

/**
 * Changes what is sent of a room, by its OWNERs and ADMINs; the same again changes nothing. Its former addresses go on leading to it, and
 * one that is taken gets four random characters (rules-rooms 9 to 11); so many a day: ROOM_MOVE_LIMIT_REACHED.
 */
export async function updateRoom(
  deps: RoomChangeDeps,
  actor: Actor,
  slug: string,
  wanted: Wanted,
): Promise<ChangedRoom> {
  const { id } = await requireVisibleRoom(deps.db, actor, slug);
  const now = deps.clock.now();
  return deps.changes.run(async (change) => {
    // Its lock comes before that of the room.
    const mover = wanted.slug === undefined ? null : await openMover(change.tx, actor.userId, now);
    const types = ["channel", "group"] as const;
    const door = { needs: "MANAGE_ROOM", types } as const;
    const room = await requireManagedRoomForChange(change.tx, actor, id, door);
    requireActive(room);
    const to = toChange(room, wanted);
    if (mover && wanted.slug !== undefined && toRoomSlug(wanted.slug) !== room.slug) {
      requireNotGeneral(room);
      to.slug = await moveTo(change.tx, room, wanted.slug, mover);
    }
    if (Object.keys(to).length === 0) return toRoomCard(room);
    await tellLines(change, actor, room, to);
    return changeRoom(change, actor, room, to);
  });
}

type To = { -readonly [K in keyof ChangeableRoom]?: ChangeableRoom[K] };

/** What becomes another value by what was sent. */
function toChange(room: RoomRow, wanted: Wanted): To {
  const title = wanted.sessionRoomTitle ?? wanted.title ?? room.title;
  const description = toDescription(wanted, room.description);
  const settings = { ...room.settings, ...wanted.settings };
  const to: To = {};
  if (title !== room.title) to.title = title;
  if (description !== room.description) to.description = description;
  if (!isDeepStrictEqual(settings, room.settings)) to.settings = settings;
  return to;
}

/** An empty text is none. */
export function toText(text: string | null): string | null {
  return text === "" ? null : text;
}

function toDescription(
  { sessionRoomDescription, description }: Wanted,
  known: string | null,
): string | null {
  const sent = sessionRoomDescription === undefined ? description : sessionRoomDescription;
  return sent === undefined ? known : toText(sent);
}

async function tellLines(
  change: Change,
  actor: Actor,
  room: RoomRow,
  { title, description, settings }: Partial<ChangeableRoom>,
): Promise<void> {
  const { fullName: name } = actor;
  if (title !== undefined)
    await appendSystemLine(change, room, actor, {
      kind: "title_changed",
      content: `${name} renamed the room to ${title}`,
      values: { name, title },
    });
  if (description !== undefined)
    await appendSystemLine(change, room, actor, {
      kind: "description_changed",
      content: `${name} changed the description`,
      values: { name },
    });
  const { messageRetentionDays: days = null } = settings ?? room.settings;
  if (days === (room.settings.messageRetentionDays ?? null)) return;
  const { messageRetentionDays: ofWorkspace } = await readSettings(change.tx, room.workspaceId);
  const line = toRetentionLine(name, strictestRetention(ofWorkspace, days));
  await appendSystemLine(change, room, actor, line);
}

/** Says in the room that its picture is another one. */
export async function tellPicture(change: Change, actor: Actor, room: RoomRow): Promise<void> {
  const { fullName: name } = actor;
  const content = `${name} changed the picture`;
  await appendSystemLine(change, room, actor, {
    kind: "picture_changed",
    content,
    values: { name },
  });
}

/**
 * Who may find and enter the room from now on: as an OWNER likes, and stricter than before for an ADMIN. Participants stay; whoever
 * looks at it from outside hears nothing after that (rules-rooms 36).
 */
export async function changeAccessType(
  deps: RoomChangeDeps,
  actor: Actor,
  slug: string,
  accessType: RoomAccessType,
): Promise<ChangedRoom> {
  const { id } = await requireVisibleRoom(deps.db, actor, slug);
  return deps.changes.run(async (change) => {
    const door = { needs: "CHANGE_ACCESS_TYPE", types: ["channel"] } as const;
    const room = await requireManagedRoomForChange(change.tx, actor, id, door);
    requireActive(room);
    if (room.accessType === accessType) return toRoomCard(room);
    if (room.accessLevel !== "OWNER" && !isStricter(accessType, room.accessType))
      throw new AppError("ACCESS_LEVEL_TOO_LOW");
    requireNotGeneral(room);
    const content = `${actor.fullName} made the room ${accessType.toLowerCase()}`;
    const at = deps.clock.now();
    await cancelRequests(change, room, at);
    await tellAct(change, actor, room, {
      at,
      audit: "room access type",
      line: { kind: "access_type_changed", content, values: { accessType } },
      facts: { before: { accessType: room.accessType }, after: { accessType } },
    });
    return changeRoom(change, actor, room, { accessType });
  });
}

interface Act {
  readonly at: Date;
  readonly audit: AuditKind;
  readonly line?: {
    readonly kind: SystemKind;
    readonly content: string;
    readonly values?: Readonly<Record<string, string>>;
  };
  readonly facts?: Pick<Parameters<typeof recordAct>[2], "before" | "after">;
}

/** Records what somebody does with a room, with a line for those who are in it. */
export async function tellAct(
  change: Change,
  actor: Actor,
  room: RoomRow,
  { at, audit: kind, line, facts }: Act,
): Promise<void> {
  const { id, workspaceId } = room;
  const values = { name: actor.fullName, ...line?.values };
  if (line) await appendSystemLine(change, room, actor, { ...line, values });
  const target = { type: "room", id } as const;
  await recordAct(change.tx, actor, { at, kind, workspaceId, target, ...facts });
}
