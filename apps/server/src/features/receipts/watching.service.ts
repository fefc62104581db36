import { isDeepStrictEqual } from "node:util";
import {
  RECEIPTS_PUSH_MAX,
  type CommandOf,
  type RoomId,
  type UserId,
  type WorkspaceId,
} from "@colbin/protocol";
import type { Logger } from "pino";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import type { Bus } from "#server/platform/realtime/bus.ts";
import type { SocketSession } from "#server/platform/realtime/handler.ts";
import { getReceipts, type NumberedMessage } from "./receipts.service.ts";
import { WatchedRooms, type Watcher } from "./watched-rooms.service.ts";

export interface ReceiptWatchingDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly bus: Pick<Bus, "publish" | "subscribe">;
  /** In the place of PUSH_MS. */
  readonly receiptPushMs?: number | undefined;
}

/** Messages whose receipts changed otherwise than by reading: all that this person wrote or has read, or all of a workspace. */
export type ReceiptScope = { readonly userId: UserId } | { readonly workspaceId: WorkspaceId };

/** A watched message is read, and its author told, no oftener than this; sockets that are gone are looked for as often. */
const PUSH_MS = 1_000;
/** A message that not everybody has seen is read again after this time: that heals lost hints, and takes in people who left. */
const AGAIN_MS = 60_000;
const SCOPES_SUBJECT = "receipts";

/**
 * The own message that each socket of this process watches, one at most. Nothing is known of rooms that nobody watches: a read there costs
 * a look into a map, and on a shared bus a hint that nobody hears (rules-messages 52, 54).
 */
export class ReceiptWatching {
  readonly #deps: ReceiptWatchingDeps;
  readonly #rooms: WatchedRooms;
  readonly #watchers = new Map<string, Watcher>();
  readonly #ticks: NodeJS.Timeout;
  readonly #stop: () => void;

  constructor(deps: ReceiptWatchingDeps) {
    this.#deps = deps;
    this.#rooms = new WatchedRooms(deps.bus, (watcher) => this.#hint(watcher));
    this.#stop = deps.bus.subscribe(SCOPES_SUBJECT, (words) => {
      this.#refreshHere(JSON.parse(Buffer.from(words).toString()) as ReceiptScope);
    });
    this.#ticks = setInterval(() => this.#tick(), deps.receiptPushMs ?? PUSH_MS);
    this.#ticks.unref();
  }

  /** Takes the place of the message that the socket watched before; answered with how far it has come. Refused as getReceipts. */
  async watch(
    session: SocketSession,
    message: CommandOf<"CLIENT_WATCH_RECEIPTS">["message"],
    requestId: string,
  ): Promise<void> {
    const before = this.#watchers.get(session.id);
    if (!message) {
      if (before) this.#forget(before);
      session.send({ type: "SERVER_RECEIPTS_UPDATE", requestId, message: null });
      return;
    }
    const { sessionRoomSlug, messageId } = message;
    const watcher: Watcher = {
      session,
      slug: sessionRoomSlug,
      messageId,
      place: undefined,
      told: undefined,
      readAt: 0,
      isResting: true,
      isDue: false,
    };
    this.#watchers.set(session.id, watcher);
    try {
      await this.#read(watcher, requestId);
    } catch (error) {
      this.#forget(watcher);
      throw error;
    } finally {
      // Not before: the heads of the room are kept while one socket goes from message to message.
      if (before) this.#rooms.leave(before);
    }
    this.#rest(watcher);
  }

  /** Somebody has read a room up to there, and that is committed. */
  readonly noteRead = (roomId: RoomId, userId: UserId, msgNo: number): void =>
    this.#rooms.noteRead(roomId, { userId, msgNo });

  /** The app of a person has these rooms up to these places; it is believed of people of the room alone. */
  noteHeads({ actor }: SocketSession, heads: Readonly<Record<string, number>>): void {
    for (const [slug, seq] of Object.entries(heads)) this.#rooms.noteHead(actor, slug, seq);
  }

  /** Somebody, or a workspace, chose otherwise who is told of reading, and that is committed. */
  readonly refresh = (scope: ReceiptScope): void => {
    this.#refreshHere(scope);
    this.#deps.bus.publish(SCOPES_SUBJECT, () => Buffer.from(JSON.stringify(scope)));
  };

  close(): void {
    clearInterval(this.#ticks);
    this.#stop();
    for (const watcher of this.#watchers.values()) this.#forget(watcher);
  }

  #refreshHere(scope: ReceiptScope): void {
    for (const watcher of this.#watchers.values()) {
      const { actor } = watcher.session;
      const isMeant =
        "userId" in scope
          ? actor.userId === scope.userId ||
            (watcher.told?.readers.some(({ userId }) => userId === scope.userId) ?? true)
          : actor.workspaceId === scope.workspaceId;
      if (isMeant) this.#hint(watcher);
    }
  }

  #tick(): void {
    const before = this.#deps.clock.steadyMs() - AGAIN_MS;
    for (const watcher of this.#watchers.values()) {
      if (watcher.session.isGone) this.#forget(watcher);
      else if (watcher.readAt <= before && watcher.told?.status !== "seen") this.#hint(watcher);
    }
  }

  #hint(watcher: Watcher): void {
    watcher.isDue = true;
    if (!watcher.isResting) void this.#readDue(watcher);
  }

  async #readDue(watcher: Watcher): Promise<void> {
    watcher.isResting = true;
    watcher.isDue = false;
    try {
      await this.#read(watcher);
    } catch (error) {
      // The message or the room is not the author's to read any more; all else is left to the next time.
      if (error instanceof AppError && error.status < 500) this.#forget(watcher);
      else this.#deps.log.warn({ err: error }, "Receipts are read again in a minute");
    }
    this.#rest(watcher);
  }

  #rest(watcher: Watcher): void {
    const timer = setTimeout(() => {
      watcher.isResting = false;
      if (watcher.isDue && this.#isWatching(watcher)) void this.#readDue(watcher);
    }, this.#deps.receiptPushMs ?? PUSH_MS);
    timer.unref();
  }

  /** Tells the socket the receipts where they are new to it; with a requestId in any case. */
  async #read(watcher: Watcher, requestId?: string): Promise<void> {
    const { session, slug, messageId } = watcher;
    watcher.readAt = this.#deps.clock.steadyMs();
    const address = { slug, id: messageId };
    const read = await getReceipts(this.#deps, session.actor, address, (message) =>
      this.#isWatching(watcher) ? this.#place(watcher, message) : [],
    );
    if (!this.#isWatching(watcher)) return;
    const isPushed = watcher.place !== undefined && read.total <= RECEIPTS_PUSH_MAX;
    if (!isPushed) this.#forget(watcher);
    else if (requestId === undefined && isDeepStrictEqual(read, watcher.told)) return;
    watcher.told = read;
    const message = { messageId, isPushed, ...read };
    session.send({ type: "SERVER_RECEIPTS_UPDATE", requestId, message });
  }

  /** From now on hints reach the watcher. Answers the people whose apps are known to have the message. */
  #place(watcher: Watcher, { room: found, msgNo, seq }: NumberedMessage): readonly UserId[] {
    watcher.place ??= { room: this.#rooms.enter(watcher, found), msgNo, seq };
    const { heads } = watcher.place.room;
    return [...heads].flatMap(([userId, head]) => (head >= seq ? [userId] : []));
  }

  #isWatching(watcher: Watcher): boolean {
    return !watcher.session.isGone && this.#watchers.get(watcher.session.id) === watcher;
  }

  #forget(watcher: Watcher): void {
    this.#rooms.leave(watcher);
    const { id } = watcher.session;
    if (this.#watchers.get(id) === watcher) this.#watchers.delete(id);
  }
}
