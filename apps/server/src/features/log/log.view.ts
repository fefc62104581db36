import type {
  DurableEventName,
  EventData,
  Message,
  MessageId,
  RoomId,
  UserId,
} from "@colbin/protocol";
import * as z from "zod/mini";
import type { Db } from "#server/platform/db/database.ts";
import type { PersonChange, RoomEvent } from "#server/platform/realtime/live.ts";
import { listNames, type LogRow, type Named } from "./log.queries.ts";

/*
 * The log stores facts; here they become what people see (architecture.md, Data). Names and bodies are those of the moment of
 * reading: a deleted text cannot come back through the log.
 */

/** What events must know of their room. */
export interface RoomAddress {
  readonly id: RoomId;
  readonly slug: string;
  readonly workspaceId: string;
}

/** What the events of one slice may show, read together before. */
export interface Shown {
  nameOf(id: UserId): string;
  isGuest(id: UserId): boolean;
  /** The message as it is now. */
  message(id: MessageId): Message;
  /** The same for the events that carry a body: undefined where an earlier event of the slice has carried it. */
  body(id: MessageId): Message | undefined;
}

/** A row with its facts checked; what its kind always has is not null. */
export interface LoggedEvent<F> {
  readonly seq: number;
  readonly facts: F;
  readonly actorId: UserId;
  readonly messageId: MessageId;
}

type Audience = Pick<PersonChange, "userId" | "change"> | { readonly change: "end previews" };

/** How one kind of durable event is stored and shown; its feature declares it, registries.ts puts all of them together. */
export interface RoomEventKind<N extends DurableEventName, F = unknown> {
  readonly name: N;
  readonly facts: z.ZodMiniType<F>;
  /** Whose names it shows. */
  people?(event: LoggedEvent<F>): readonly UserId[];
  /** Whom it lets in or takes out. */
  audience?(facts: F): Audience | undefined;
  toWire(event: LoggedEvent<F>, shown: Shown): EventData<N>;
}

/** A total map: a durable event of the protocol without its kind does not compile. */
type RoomEventKinds = { readonly [N in DurableEventName]: RoomEventKind<N> };

interface MessageRef {
  readonly room: Pick<RoomAddress, "id" | "slug">;
  readonly id: MessageId;
}

/** Messages as they are now, whatever rooms they are in, each asked for once; those that are not there are missing. */
export type HydrateMessages = (
  db: Db,
  refs: readonly MessageRef[],
) => Promise<ReadonlyMap<MessageId, Message>>;

export interface Hydration {
  readonly kinds: RoomEventKinds;
  readonly hydrateMessages: HydrateMessages;
}

export interface LogPart {
  readonly room: RoomAddress;
  readonly rows: readonly LogRow[];
}

/**
 * Turns slices of logs into events, with at most one statement for their names and those of hydrateMessages; what is known already
 * is not read.
 */
export async function toRoomEvents(
  db: Db,
  { kinds, hydrateMessages }: Hydration,
  parts: readonly LogPart[],
  known?: { readonly messages: ReadonlyMap<MessageId, Message> },
): Promise<RoomEvent<DurableEventName>[][]> {
  const all = parts.flatMap(({ room, rows }) => rows.map((row) => ({ room, row })));
  // Events of one message name it again and again.
  const refs = new Map(
    all.flatMap(({ room, row: { messageId: id } }) =>
      id === null || known?.messages.has(id) ? [] : [[id, { room, id }]],
    ),
  );
  const people = new Set(all.flatMap(({ row }) => toKnown(kindOf(kinds, row), row).people()));
  const messages = new Map(known?.messages);
  if (refs.size > 0)
    for (const [id, message] of await hydrateMessages(db, [...refs.values()]))
      messages.set(id, message);
  const names = people.size > 0 ? await listNames(db, [...people]) : new Map<UserId, Named>();
  return parts.map(({ room, rows }) => {
    const shown = toShown(messages, names);
    return rows.map((row) => {
      const told = messages.has(row.messageId ?? none) ? row : withoutMessage(row);
      return toKnown(kindOf(kinds, told), told).event(room, shown);
    });
  });
}

/** No message has this id. */
const none = "" as MessageId;

/** Of a message that is gone for good the log tells no more than that, whatever happened to it. */
function withoutMessage(row: LogRow): LogRow {
  return row.messageId === null ? row : { ...row, kind: "message_deleted", facts: {} };
}

/** An event that another node of a newer release wrote keeps its place in the log, and says nothing here. */
function kindOf(kinds: RoomEventKinds, { kind: name }: LogRow): RoomEventKind<DurableEventName> {
  if (Object.hasOwn(kinds, name)) return kinds[name];
  return { name, facts: z.unknown(), toWire: () => ({}) as EventData<DurableEventName> };
}

/** One row together with its kind. */
function toKnown<N extends DurableEventName>(kind: RoomEventKind<N>, row: LogRow) {
  const event = {
    seq: row.seq,
    facts: z.parse(kind.facts, row.facts),
    // NOTE: each kind is appended with what its own functions read (appendEvent).
    actorId: row.actorId as UserId,
    messageId: row.messageId as MessageId,
  };
  return {
    people: () => kind.people?.(event) ?? [],
    event(room: RoomAddress, shown: Shown): RoomEvent<N> {
      const audience = kind.audience?.(event.facts);
      return {
        roomId: room.id,
        roomSlug: room.slug,
        name: kind.name,
        seq: row.seq,
        data: kind.toWire(event, shown),
        ...(audience && { audience: { workspaceId: room.workspaceId, ...audience } }),
      };
    },
  };
}

function toShown(
  messages: ReadonlyMap<MessageId, Message>,
  names: ReadonlyMap<UserId, Named>,
): Shown {
  const carried = new Set<MessageId>();
  const message = (id: MessageId): Message => {
    const found = messages.get(id);
    if (!found) throw new Error("A message that the log names has a row");
    return found;
  };
  return {
    message,
    nameOf: (id) => names.get(id)?.fullName ?? "",
    isGuest: (id) => names.get(id)?.isGuest ?? false,
    body(id) {
      if (carried.has(id)) return undefined;
      carried.add(id);
      return message(id);
    },
  };
}
