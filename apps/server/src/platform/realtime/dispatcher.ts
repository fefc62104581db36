import {
  closeCodes,
  commands,
  type CommandOf,
  type CommandShape,
  type CommandType,
} from "@colbin/protocol";
import { AppError } from "../app-error.ts";
import { mayCommand } from "../bound-sessions.ts";
import {
  BAD_FRAMES_MAX,
  HELD_FRAMES_MAX,
  HELD_FRAMES_RETRY_MS,
  LIMITED_FRAMES_MAX,
} from "./bounds.ts";
import { openFrame, parseCommand, type Envelope } from "./command-parser.ts";
import type { Connection } from "./connection.ts";
import { toTextFrame } from "./frames.ts";
import type { CommandHandler, CommandHandlers, SessionHooks } from "./handler.ts";
import type { RealtimeMetrics } from "./metrics.ts";
import { refuseFailed } from "./refusal.ts";

export interface DispatcherDeps {
  readonly handlers: Partial<CommandHandlers>;
  readonly metrics: RealtimeMetrics;
  readonly hooks: Pick<SessionHooks, "onHeads">;
  readonly now: () => number;
  /** Answers CLIENT_MULTI_ROOM_AUTH; never rejects. */
  readonly authenticate: (
    connection: Connection,
    frame: CommandOf<"CLIENT_MULTI_ROOM_AUTH">,
  ) => Promise<void>;
}

type FeatureCommand = keyof CommandHandlers;

const PONG = toTextFrame(JSON.stringify({ type: "pong" }));

/**
 * Turns the frames of a socket into calls: parse, limits, handler, refusal. A bad frame costs its sender an error frame
 * and nobody anything else; only a stream of them closes the socket.
 */
export class Dispatcher {
  readonly #deps: DispatcherDeps;
  #isDraining = false;
  #inFlight = 0;
  #onIdle: (() => void)[] = [];

  constructor(deps: DispatcherDeps) {
    this.#deps = deps;
  }

  /** From now on commands are refused; settles when those that run are done. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    if (this.#inFlight === 0) return;
    await new Promise<void>((resolve) => {
      this.#onIdle.push(resolve);
    });
  }

  /** Takes one frame; whatever is wrong with it, no other socket notices. */
  receive(connection: Connection, data: Buffer, isBinary: boolean): void {
    if (connection.phase === "closing") return;
    connection.heardAt = this.#deps.now();
    const opened = openFrame(data, isBinary);
    if (!opened.ok) {
      this.#deps.metrics.frameIn("invalid");
      this.#refuseBad(connection, opened.error, opened.requestId);
      return;
    }
    const { envelope } = opened;
    this.#deps.metrics.frameIn(envelope.type);
    if (connection.phase === "opened" && envelope.type !== "CLIENT_MULTI_ROOM_AUTH") {
      connection.refuse(new AppError("NOT_AUTHENTICATED"), envelope.requestId);
      connection.close(closeCodes.sessionEnded, "NOT_AUTHENTICATED");
      return;
    }
    const waitMs = connection.person.frames.take(this.#deps.now());
    if (!this.#passes(connection, waitMs, envelope)) return;
    if (connection.phase === "entering") this.#hold(connection, data);
    else this.#accept(connection, envelope);
  }

  /** Takes the frames that came while the first one was being answered. */
  resume(connection: Connection): void {
    for (const data of connection.takeHeld()) {
      const opened = openFrame(data, false);
      if (opened.ok && connection.phase === "ready") this.#accept(connection, opened.envelope);
    }
  }

  /** Websocket pings are frames too: the same limit, and too many of them are a flood. */
  receiveControl(connection: Connection): void {
    if (connection.phase === "closing") return;
    connection.heardAt = this.#deps.now();
    if (connection.person.frames.take(this.#deps.now()) > 0) this.#countLimited(connection);
  }

  #accept(connection: Connection, envelope: Envelope): void {
    const parsed = parseCommand(envelope, connection.actor.workspaceId);
    if (!parsed.ok) {
      this.#refuseBad(connection, parsed.error, envelope.requestId);
      return;
    }
    const { frame } = parsed;
    if (frame.type === "ping") {
      connection.writer.pushReply(PONG);
      if (frame.heads) this.#deps.hooks.onHeads?.(connection, frame.heads);
    } else if (frame.type === "CLIENT_MULTI_ROOM_AUTH") {
      void this.#deps.authenticate(connection, frame);
    } else if (this.#isDraining) {
      connection.refuse(new AppError("DRAINING"), envelope.requestId);
    } else if (!mayCommand(connection.actor, shapeOf(frame.type))) {
      connection.refuse(new AppError("FORBIDDEN"), envelope.requestId);
    } else if (this.#isWithin(connection, envelope)) {
      void this.#run(connection, frame, envelope.requestId);
    }
  }

  async #run(
    connection: Connection,
    frame: CommandOf<FeatureCommand>,
    requestId: string | undefined,
  ): Promise<void> {
    this.#inFlight += 1;
    await connection.run(laneOf(frame), async () => {
      try {
        const handler: CommandHandler<FeatureCommand> | undefined = this.#deps.handlers[frame.type];
        if (!handler) throw new Error(`${frame.type} has no handler`);
        await handler(frame, connection);
      } catch (error) {
        refuseFailed(connection, error, frame.type, requestId);
      }
    });
    this.#inFlight -= 1;
    if (this.#inFlight > 0) return;
    for (const resolve of this.#onIdle.splice(0)) resolve();
  }

  #hold(connection: Connection, data: Buffer): void {
    if (connection.held.length < HELD_FRAMES_MAX) {
      connection.hold(data);
      return;
    }
    const error = new AppError("RATE_LIMITED", { retryAfterMs: HELD_FRAMES_RETRY_MS });
    connection.end(error, closeCodes.tooFast);
  }

  #isWithin(connection: Connection, envelope: Envelope): boolean {
    const { limit } = shapeOf(envelope.type);
    const waitMs = limit ? connection.person.take(limit, this.#deps.now()) : 0;
    return this.#passes(connection, waitMs, envelope);
  }

  #passes(connection: Connection, retryAfterMs: number, envelope: Envelope): boolean {
    if (retryAfterMs === 0) return true;
    if (!shapeOf(envelope.type).isSilent) {
      connection.refuse(new AppError("RATE_LIMITED", { retryAfterMs }), envelope.requestId);
    }
    this.#countLimited(connection);
    return false;
  }

  #countLimited(connection: Connection): void {
    if (connection.countRefusal("limited") >= LIMITED_FRAMES_MAX) {
      connection.close(closeCodes.tooFast, "Too fast");
    }
  }

  #refuseBad(connection: Connection, error: AppError, requestId: string | undefined): void {
    connection.refuse(error, requestId);
    // A rule with a code of its own is for people who mistyped; it is no sign of a broken client.
    if (error.code !== "VALIDATION_ERROR") return;
    if (connection.countRefusal("bad") >= BAD_FRAMES_MAX) {
      connection.close(closeCodes.tooFast, "Too many bad frames");
    }
  }
}

function shapeOf(type: CommandType): CommandShape {
  return commands[type];
}

/** What one socket asks for in one lane happens in the order of asking; the rest runs side by side. */
function laneOf(frame: CommandOf<FeatureCommand>): string | undefined {
  const { lane } = shapeOf(frame.type);
  if (!lane?.per) return lane?.name;
  return `${lane.name} ${String((frame as Readonly<Record<string, unknown>>)[lane.per])}`;
}
