import * as z from "zod/mini";
import { eventDeclarations } from "./declarations.ts";
import type { EventPayload, EventShape } from "./kernel/event.ts";

/** Every kind of room event: wire name -> declaration. */
export const events = eventDeclarations;

type Events = typeof events;
export type EventName = keyof Events;
export type EventData<N extends EventName> = EventPayload<Events[N]>;
/** Kinds that take a seq in the room's log. */
export type DurableEventName = {
  [N in EventName]: Events[N]["durable"] extends true ? N : never;
}[EventName];

export function isEventName(value: string): value is EventName {
  return Object.hasOwn(events, value);
}

type EntryOf<N extends DurableEventName> = EventData<N> & {
  readonly event: N;
  readonly seq: number;
};
type FrameOfEvent<N extends EventName> = EventData<N> & {
  readonly type: "SERVER_ROOM_EVENT";
  readonly sessionRoomSlug: string;
  readonly event: N;
  /** Only on the copy for the socket whose command made the event. */
  readonly requestId?: string | undefined;
  readonly duplicate?: boolean | undefined;
} & (N extends DurableEventName ? { readonly seq: number } : unknown);

/** A durable event of the log, as it stands in a replay. */
export type RoomEventEntry = { [N in DurableEventName]: EntryOf<N> }[DurableEventName];
/** One room event as it arrives: address, kind, its data beside it; durable kinds carry their seq. */
export type RoomEventFrame = { [N in EventName]: FrameOfEvent<N> }[EventName];

const shapes: readonly EventShape[] = Object.values(events);

function toEntry({ name, durable, data }: EventShape) {
  return z.extend(data, { event: z.literal(name), ...(durable && { seq: z.int() }) });
}

/** The union of objects that differ in `event`; its type is the one written out above, which the registry determines. */
function unionOf<T>(objects: readonly z.ZodMiniObject[]): z.ZodMiniType<T, T> {
  const [first, ...others] = objects;
  if (!first) throw new Error("The registry of events is not empty");
  return z.discriminatedUnion("event", [first, ...others]) as unknown as z.ZodMiniType<T, T>;
}

export const roomEventEntry = unionOf<RoomEventEntry>(
  shapes.filter(({ durable }) => durable).map(toEntry),
);

export const roomEventFrame = unionOf<RoomEventFrame>(
  shapes.map((shape) =>
    z.extend(toEntry(shape), {
      type: z.literal("SERVER_ROOM_EVENT"),
      sessionRoomSlug: z.string(),
      requestId: z.optional(z.string()),
      duplicate: z.optional(z.boolean()),
    }),
  ),
);
