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
  /** The same for a frame that was encoded for several sockets (encodeFrame). */
  sendEncoded(frame: Buffer): void;
  /** The same for what is left out where the socket is congested: false where it was (wire.md, Delivery 7). */
  sendDroppable(frame: Buffer): boolean;
  /** Nobody gets anything here any more: what is still read for this socket is read in vain. */
  readonly isGone: boolean;
  /**
   * Settles when what was sent has left the process, or the socket is gone: await it between the large answers of a
   * replay, so that a slow client slows its own replay and nothing piles up.
   */
  drained(): Promise<void>;
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

type Resume = NonNullable<CommandOf<"CLIENT_MULTI_ROOM_AUTH">["resume"]>;

/** Where features meet the life of a socket. */
export interface SessionHooks {
  /**
   * Runs once, after SERVER_MULTI_ROOM_AUTH_SUCCESS was queued: subscribes the rooms, replays what was missed. A refusal
   * is told; one that says try again, and anything unexpected, closes the socket (1013), so that the client resumes anew.
   */
  onAuthenticated(session: SocketSession, resume: Resume | undefined): Promise<void>;
  /** The client says how far it has rooms, by their addresses as it knows them. */
  onHeads?(session: SocketSession, heads: Readonly<Record<string, number>>): void;
}
