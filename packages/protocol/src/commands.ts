import { commandDeclarations } from "./declarations.ts";
import type { ErrorCode } from "./errors.ts";
import type { CommandCall, CommandFrame, CommandShape } from "./kernel/command.ts";

/** Every frame that a client may send: wire name -> declaration. */
export const commands = commandDeclarations satisfies Readonly<
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
