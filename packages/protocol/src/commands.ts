import { authCommand, pingCommand } from "./connection.ts";
import type { ErrorCode } from "./errors.ts";
import type { CommandCall, CommandFrame, CommandShape } from "./kernel/command.ts";
import { messageHistoryCommand, sendMessageCommand } from "./messages.ts";
import {
  markReadCommand,
  subscribeCommand,
  unreadSummaryCommand,
  unsubscribeCommand,
} from "./subscriptions.ts";
import { typingCommand } from "./typing.ts";

/** Every frame that a client may send, exactly once. */
export const commands = {
  CLIENT_MULTI_ROOM_AUTH: authCommand,
  CLIENT_SUBSCRIBE_ROOMS: subscribeCommand,
  CLIENT_UNSUBSCRIBE_ROOMS: unsubscribeCommand,
  CLIENT_SEND_MESSAGE: sendMessageCommand,
  CLIENT_MARK_ROOM_READ: markReadCommand,
  CLIENT_GET_UNREAD_SUMMARY: unreadSummaryCommand,
  CLIENT_REQUEST_MESSAGE_HISTORY: messageHistoryCommand,
  CLIENT_TYPING: typingCommand,
  ping: pingCommand,
} as const satisfies Readonly<
  Record<string, CommandShape & { readonly errors: readonly ErrorCode[] }>
>;

export type CommandType = keyof typeof commands;
/** A frame as the server reads it, defaults filled. */
export type CommandOf<T extends CommandType> = CommandFrame<(typeof commands)[T]>;
/** A frame as a client writes it. */
export type ClientFrame = { [T in CommandType]: CommandCall<(typeof commands)[T]> }[CommandType];

export function isCommandType(value: unknown): value is CommandType {
  return typeof value === "string" && Object.hasOwn(commands, value);
}
