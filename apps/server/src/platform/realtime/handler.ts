import type { CommandOf, CommandType, ServerFrame } from "@colbin/protocol";
import type { Logger } from "pino";
import type { Actor } from "../actor.ts";

/** One authenticated socket as features see it. */
export interface SocketSession {
  /** Of this socket; new for every connection. */
  readonly id: string;
  /** As the client named it; survives reconnects. */
  readonly connectionId: string;
  readonly actor: Actor;
  readonly log: Logger;
  /** Queued in order; leaves with the socket's other frames of this turn. */
  send(frame: ServerFrame): void;
  close(code: number, reason: string): void;
}

export type CommandHandler<T extends CommandType> = (
  frame: CommandOf<T>,
  session: SocketSession,
) => Promise<void>;

/** A total map of what features handle; authentication and ping belong to the socket server itself. */
export type CommandHandlers = {
  readonly [T in Exclude<CommandType, "CLIENT_MULTI_ROOM_AUTH" | "ping">]: CommandHandler<T>;
};
