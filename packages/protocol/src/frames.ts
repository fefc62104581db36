import type * as z from "zod/mini";
import { frameDeclarations } from "./declarations.ts";
import { roomEventFrame } from "./events.ts";
import { messageHistory } from "./history.ts";
import { frame, type FrameShape } from "./kernel/event.ts";

export const roomEvent = frame({
  type: "SERVER_ROOM_EVENT",
  summary: "Something happened in a room",
  frame: roomEventFrame,
});

/** Every frame that the server sends: wire name -> declaration. These two are made of the registry of events. */
export const frames = {
  ...frameDeclarations,
  SERVER_ROOM_EVENT: roomEvent,
  SERVER_MESSAGE_HISTORY: messageHistory,
} as const satisfies Readonly<Record<string, FrameShape>>;

export type FrameType = keyof typeof frames;
export type ServerFrame = { [T in FrameType]: z.infer<(typeof frames)[T]["frame"]> }[FrameType];
export type FrameOf<T extends FrameType> = z.infer<(typeof frames)[T]["frame"]>;
