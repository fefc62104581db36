import type {
  Message,
  MessageId,
  MessageMetadata,
  MessageType,
  ParticipantAccessLevel,
  ParticipantAccessStatus,
  RoomAccessType,
  RoomId,
  UserId,
  WorkspaceId,
} from "@colbin/protocol";
import type { Random } from "./random.ts";
import type { Owner, Scheduler } from "./scheduler.ts";

/*
 * What PostgreSQL is to the product: rooms with their locks and logs, statements that take time and may fail before or after
 * they counted, transactions that end with the process that began them. The queries of the features are modelled on it in
 * model/; everything above them is the real code.
 */

export interface StoredMessage {
  readonly kind: null;
  readonly seq: number;
  readonly msgNo: number | null;
  readonly id: MessageId;
  readonly authorId: UserId;
  readonly clientMessageId: string;
  readonly sentHash: string;
  readonly content: string;
  readonly type: MessageType;
  readonly metadata: MessageMetadata;
  readonly createdAt: Date;
}

interface StoredEvent {
  readonly kind: "participant_changed";
  readonly seq: number;
  readonly actorId: UserId;
  readonly messageId: null;
  readonly facts: {
    readonly userId: UserId;
    readonly accessStatus: ParticipantAccessStatus;
    readonly memberCount: number;
  };
}

export type LogEntry = StoredMessage | StoredEvent;

export interface StoredPlace {
  readonly accessStatus: ParticipantAccessStatus;
  readonly accessLevel: ParticipantAccessLevel;
  readonly joinedSeq: number;
  readonly leftSeq: number | null;
  readonly joinedAt: Date;
  readonly readMsgNo: number;
  readonly lastReadAt: Date | null;
  readonly isHidden: boolean;
}

/** A room as committed. */
export interface StoredRoom {
  readonly id: RoomId;
  readonly slug: string;
  readonly accessType: RoomAccessType;
  readonly createdAt: Date;
  status: "ACTIVE" | "INACTIVE";
  lastMsgNo: number;
  memberCount: number;
  lastActivityAt: Date;
  /** Entry of seq n at place n - 1. */
  log: LogEntry[];
  places: Map<UserId, StoredPlace>;
}

export interface StoredUser {
  readonly id: UserId;
  readonly name: string;
}

/** How the database behaves; changes while it runs. */
export interface StoreWeather {
  latency: readonly [number, number];
  isDown: boolean;
  /** Share of statements that fail before they count. */
  failure: number;
  /** Share of statements that count, and whose answer is lost. */
  lostAnswer: number;
}

const LOCK_TIMEOUT_MS = 2_000;

class SqlError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

function connectionLost(): Error {
  return new Error("Connection terminated unexpectedly");
}

interface LockRequest {
  readonly holder: object;
  readonly grant: () => void;
  isGone: boolean;
}

/** One transaction, or one statement that locks. */
export class Work {
  readonly node: Owner;
  readonly held = new Set<RoomId>();
  readonly changes: (() => void)[] = [];
  /** What the transaction itself sees of its own changes. */
  readonly seqs = new Map<RoomId, number>();
  readonly counts = new Map<RoomId, number>();
  readonly own = new Map<MessageId, StoredMessage>();
  isOver = false;
  isCommitting = false;

  constructor(node: Owner) {
    this.node = node;
  }

  /** The next seq of a room. */
  takeSeq({ id, log }: StoredRoom): number {
    const seq = (this.seqs.get(id) ?? log.length) + 1;
    this.seqs.set(id, seq);
    return seq;
  }
}

export class Store {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly weather: StoreWeather;
  readonly workspaceId: WorkspaceId;
  readonly rooms = new Map<RoomId, StoredRoom>();
  readonly users = new Map<UserId, StoredUser>();
  /** Who changed without a seq, in order; the place is the rev. */
  readonly personChanges: (readonly [UserId, RoomId | null])[] = [];
  /** Told when a statement fails that no rule refused. */
  onFailure: () => void = () => {};
  /** Told after each commit that wrote to a log. */
  onCommit: (room: StoredRoom, entries: readonly LogEntry[]) => void = () => {};
  readonly #locks = new Map<RoomId, { holder: object; queue: LockRequest[] }>();
  readonly #open = new Set<Work>();
  #revs = 0;

  constructor(
    scheduler: Scheduler,
    random: Random,
    weather: StoreWeather,
    workspaceId: WorkspaceId,
  ) {
    this.scheduler = scheduler;
    this.random = random;
    this.weather = weather;
    this.workspaceId = workspaceId;
  }

  room(id: RoomId): StoredRoom {
    const room = this.rooms.get(id);
    if (!room) throw new Error(`No room ${id}`);
    return room;
  }

  bySlug(slug: string): StoredRoom | undefined {
    return [...this.rooms.values()].find((room) => room.slug === slug);
  }

  now(): Date {
    return new Date(this.scheduler.now);
  }

  /** A statement outside of any transaction: runs at one moment between its call and its answer. */
  statement<T>(node: Owner, run: () => T): Promise<T> {
    return this.#roundTrip(node, (settle) => settle(run));
  }

  begin(node: Owner): Work {
    const work = new Work(node);
    this.#open.add(work);
    return work;
  }

  /** A statement of a transaction; with a room it first waits for the room's lock. */
  within<T>(work: Work, run: () => T, lock?: RoomId): Promise<T> {
    return this.#roundTrip(work.node, (settle) => {
      const go = (error?: Error): void =>
        settle(() => {
          if (error) throw error;
          if (work.isOver) throw connectionLost();
          return run();
        });
      if (lock === undefined || !this.rooms.has(lock) || work.isOver) go();
      else this.#lockAll(work, [lock], go);
    });
  }

  commit(work: Work): Promise<void> {
    work.isCommitting = true;
    const perform = (settle: (run: () => void) => void): void => {
      settle(() => {
        if (work.isOver) throw connectionLost();
        for (const change of work.changes) change();
      });
      this.#end(work);
    };
    // A commit that failed on its way leaves nothing behind.
    return this.#roundTrip(work.node, perform, () => this.#end(work));
  }

  rollback(work: Work): void {
    this.#end(work);
  }

  /** The process is gone: what it had not committed never happened; a commit that was on its way still counts. */
  dropProcess(node: Owner): void {
    for (const work of this.#open) if (work.node === node && !work.isCommitting) this.#end(work);
  }

  /** The database itself stopped: nothing that was open goes on. */
  dropAll(): void {
    for (const work of this.#open) this.#end(work);
  }

  takeRev(): number {
    this.#revs += 1;
    return this.#revs;
  }

  isLocked(id: RoomId): boolean {
    return this.#locks.has(id);
  }

  /** Somebody else holds a room's lock for a while. */
  holdLock(roomId: RoomId, ms: number): void {
    const work = new Work(this.scheduler.world);
    const release = (): void => this.#release(work);
    this.#lockAll(work, [roomId], () => {
      this.scheduler.after(ms, release, this.scheduler.world);
    });
  }

  append(room: StoredRoom, entries: readonly LogEntry[]): void {
    for (const entry of entries) {
      if (entry.seq !== room.log.length + 1) throw new Error("A log has no holes");
      room.log.push(entry);
    }
    this.onCommit(room, entries);
  }

  /** The way of a statement: there, done at one moment, and back; any part of it may fail. */
  #roundTrip<T>(
    node: Owner,
    perform: (settle: (run: () => T) => void) => void,
    onRefused?: () => void,
  ): Promise<T> {
    const { scheduler, random, weather } = this;
    const [least, most] = weather.latency;
    const wayMs = (): number => random.between(least, most) / 2;
    return new Promise<T>((resolve, reject) => {
      const answer = (give: () => void): void => {
        scheduler.after(wayMs(), give, node);
      };
      const settle = (run: () => T): void => {
        if (weather.isDown) {
          this.onFailure();
          answer(() => reject(connectionLost()));
          return;
        }
        try {
          const result = run();
          const isLost = random.chance(weather.lostAnswer);
          if (isLost) this.onFailure();
          answer(() => (isLost ? reject(connectionLost()) : resolve(result)));
        } catch (error) {
          answer(() => reject(error instanceof Error ? error : new Error(String(error))));
        }
      };
      const arrive = (): void => {
        if (weather.isDown || random.chance(weather.failure)) {
          onRefused?.();
          this.onFailure();
          const refused = new SqlError("ECONNREFUSED", "connect ECONNREFUSED");
          answer(() => reject(refused));
          return;
        }
        perform(settle);
      };
      // What a process has sent arrives even if the process dies now.
      scheduler.after(wayMs(), arrive, scheduler.world);
    });
  }

  #lockAll(work: Work, roomIds: readonly RoomId[], then: (error?: Error) => void): void {
    const [id, ...others] = roomIds;
    if (id === undefined) {
      then();
      return;
    }
    this.#lock(work, id, (error) => {
      if (error) then(error);
      else this.#lockAll(work, others, then);
    });
  }

  #lock(work: Work, id: RoomId, then: (error?: Error) => void): void {
    const lock = this.#locks.get(id);
    if (!lock) {
      this.#locks.set(id, { holder: work, queue: [] });
      work.held.add(id);
      then();
      return;
    }
    if (lock.holder === work) {
      then();
      return;
    }
    const timer = this.scheduler.after(
      LOCK_TIMEOUT_MS,
      () => {
        request.isGone = true;
        then(new SqlError("55P03", "canceling statement due to lock timeout"));
      },
      this.scheduler.world,
    );
    const request: LockRequest = {
      holder: work,
      isGone: false,
      grant: () => {
        timer.isCancelled = true;
        work.held.add(id);
        then();
      },
    };
    lock.queue.push(request);
  }

  #end(work: Work): void {
    if (work.isOver) return;
    work.isOver = true;
    this.#open.delete(work);
    for (const { queue } of this.#locks.values())
      for (const request of queue) request.isGone ||= request.holder === work;
    this.#release(work);
  }

  #release(work: Work): void {
    for (const id of work.held) {
      const lock = this.#locks.get(id);
      if (lock?.holder !== work) continue;
      this.#locks.delete(id);
      const queue = lock.queue.filter((each) => !each.isGone);
      const next = queue.shift();
      if (!next) continue;
      this.#locks.set(id, { holder: next.holder, queue });
      next.grant();
    }
    work.held.clear();
  }
}

/** Enough of a message to compare it with what somebody was shown. */
export function isSameMessage(stored: StoredMessage, shown: Message): boolean {
  return (
    stored.id === shown.id &&
    stored.seq === shown.seq &&
    stored.msgNo === shown.msgNo &&
    stored.authorId === shown.authorId &&
    stored.content === shown.content
  );
}
