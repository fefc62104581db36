import type * as z from "zod/mini";
import { authSuccess, multiRoomError, pong } from "./connection.ts";
import { roomEventFrame } from "./events.ts";
import { messageHistory } from "./history.ts";
import { frame, type FrameShape } from "./kernel/event.ts";
import {
  markReadAck,
  subscriptionUpdate,
  unreadCountUpdate,
  unreadSummaryFrame,
} from "./subscriptions.ts";

export const roomEvent = frame({
  type: "SERVER_ROOM_EVENT",
  summary: "Something happened in a room",
  frame: roomEventFrame,
});

/** Every frame that the server sends, exactly once. */
export const frames = {
  SERVER_MULTI_ROOM_AUTH_SUCCESS: authSuccess,
  SERVER_SUBSCRIPTION_UPDATE: subscriptionUpdate,
  SERVER_ROOM_EVENT: roomEvent,
  SERVER_UNREAD_COUNT_UPDATE: unreadCountUpdate,
  SERVER_UNREAD_SUMMARY: unreadSummaryFrame,
  SERVER_MESSAGE_HISTORY: messageHistory,
  SERVER_MARK_READ_ACK: markReadAck,
  SERVER_MULTI_ROOM_ERROR: multiRoomError,
  pong,
} as const satisfies Readonly<Record<string, FrameShape>>;

export type FrameType = keyof typeof frames;
export type ServerFrame = { [T in FrameType]: z.infer<(typeof frames)[T]["frame"]> }[FrameType];
export type FrameOf<T extends FrameType> = z.infer<(typeof frames)[T]["frame"]>;
