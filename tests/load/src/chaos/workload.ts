import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createAccount, toApiError, type Account } from "@colbin/client";
import type { CallOf, ReplyOf } from "@colbin/protocol";
import type { Outcome, Send } from "./history.ts";
import { insist } from "./insist.ts";
import type { Observer } from "./observer.ts";
import type { Random } from "./random.ts";
import type { Recorder } from "./recorder.ts";
import { recordingRuntime } from "./recording-runtime.ts";
import { signIn } from "../people.ts";
import type { Talker } from "./talker.ts";

/*
 * What people do while things go wrong. Talkers keep a few messages on the way in each room, read and mark; one hasty person
 * sends without ever trying again, repeats what was sent, and reuses names; wanderers leave and come back; the owner takes
 * people out of the closed rooms.
 */

/** Messages that a talker has on the way in one room. */
const PENDING_MAX = 2;
const BEAT_MS = 3;
/** Lanes that go on in each beat when there was enough. */
const TRICKLE = 2;
/** A read or a mark for so many messages. */
const READ_SHARE = 0.02;
const MARK_SHARE = 0.03;

export interface Crew {
  readonly talkers: readonly Talker[];
  readonly wanderers: readonly Observer[];
  /** Are taken out of the closed rooms in the course of the run. */
  readonly victims: readonly Observer[];
  readonly hasty: Hasty;
  readonly open: readonly [string, ...string[]];
  readonly closed: readonly string[];
}

export interface Work {
  /**
   * Writes so many messages at least, then a few at a time until the faults are over, so that each meets people who send;
   * the others go on until `stop`.
   */
  write(sends: number, faulting: Promise<void>): Promise<void>;
  /** Settles when nobody does anything any more. */
  stop(): Promise<void>;
}

export function startWork(crew: Crew, recorder: Recorder, random: Random): Work {
  const over = new AbortController();
  const loops: Promise<void>[] = [];
  const go = (name: string, everyMs: number, task: (own: Random) => Promise<void>): void => {
    const own = random.fork(name);
    loops.push(
      (async () => {
        while (!over.signal.aborted) {
          await task(own);
          await sleep(own.whole(0, 2 * everyMs));
        }
      })(),
    );
  };
  go("hasty", 40, (own) => crew.hasty.act(crew.open, own));
  for (const wanderer of crew.wanderers)
    go(wanderer.name, 150, (own) => wander(wanderer, crew.open, own, recorder));
  return {
    async write(sends, faulting) {
      const faults = { areOver: false };
      const end = (): void => void (faults.areOver = true);
      faulting.then(end, end);
      await writeAll(crew, { sends, faults }, random.fork("talkers"), recorder);
    },
    async stop() {
      over.abort();
      await Promise.all(loops);
    },
  };
}

/** Everybody writes as fast as their own messages leave. Who is out of a room writes there no more. */
async function writeAll(
  crew: Crew,
  { sends, faults }: { readonly sends: number; readonly faults: { readonly areOver: boolean } },
  random: Random,
  recorder: Recorder,
): Promise<void> {
  const { talkers, open, closed, victims } = crew;
  const rooms = [...open, ...closed];
  let lanes = talkers.flatMap((talker) => rooms.map((room) => ({ talker, room })));
  const removals = victims.flatMap((victim) => closed.map((room) => ({ victim, room })));
  const removing: Promise<void>[] = [];
  let written = 0;
  while (written < sends || !faults.areOver) {
    const some = random.shuffled(lanes);
    for (const lane of written < sends ? some : some.slice(0, TRICKLE)) {
      const { talker, room } = lane;
      if (talker.countPending(room) >= PENDING_MAX) continue;
      if (!(await talker.write(room))) lanes = lanes.filter((each) => each !== lane);
      written += 1;
      if (random.isHit(READ_SHARE)) void talker.read(room);
      if (random.isHit(MARK_SHARE)) void talker.markRead(room, random);
      // Removals are spread over the run.
      const due = Math.floor((written / sends) * (removals.length + 1));
      const [owner] = talkers;
      while (removals.length > 0 && due > victims.length * closed.length - removals.length) {
        const removal = removals.shift();
        if (owner && removal) removing.push(remove(owner, removal.victim, removal.room, recorder));
      }
    }
    await sleep(BEAT_MS);
  }
  // A try that a fault has cut may be done after everybody else is quiet.
  await Promise.all(removing);
}

/** Tries until the person is out: the answer of a try that was lost is the refusal of the next. */
async function remove(
  owner: Talker,
  victim: Observer,
  room: string,
  recorder: Recorder,
): Promise<void> {
  for (;;) {
    const params = { slug: room, participantId: victim.user };
    try {
      // Never coalesced with an earlier try.
      const departure = await owner.client.call(
        "removeParticipant",
        { params, body: {} },
        { idempotencyKey: "none" },
      );
      if (departure.seq !== undefined)
        recorder.departures.push({ user: victim.user, room, seq: departure.seq });
      return;
    } catch (error) {
      if (toOutcome(error) === "fail") return;
      await sleep(100);
    }
  }
}

async function wander(
  { account, user }: Observer,
  rooms: readonly [string, ...string[]],
  random: Random,
  recorder: Recorder,
): Promise<void> {
  const room = random.pick(rooms);
  const options = { idempotencyKey: "none" };
  try {
    if (random.isHit(0.5)) {
      await account.call("createOrJoinRooms", { body: { sessionRoomSlugs: [room] } }, options);
      return;
    }
    const departure = await account.call("leaveRoom", { params: { slug: room } }, options);
    if (departure.seq !== undefined) recorder.departures.push({ user, room, seq: departure.seq });
  } catch {
    // Not in the room, or nobody knows: the log says.
  }
}

/** What a failed call says about its effect: what may be tried again may have happened. */
function toOutcome(error: unknown): Outcome {
  const { retryable, status } = toApiError(error);
  return retryable || status === 0 ? "unknown" : "fail";
}

type SendBody = CallOf<"sendMessage">["body"];

/** Somebody who sends by calls, each once; sometimes the same again, and sometimes another text under a used name. */
export class Hasty {
  readonly #account: Account;
  readonly #user: string;
  readonly #recorder: Recorder;
  readonly #sent: Send[] = [];
  #number = 0;

  private constructor(account: Account, user: string, recorder: Recorder) {
    this.#account = account;
    this.#user = user;
    this.#recorder = recorder;
  }

  static async create(options: {
    readonly baseUrl: string;
    readonly recorder: Recorder;
    readonly haste: number;
    readonly rooms: readonly string[];
  }): Promise<Hasty> {
    const { baseUrl, recorder, haste, rooms } = options;
    let user = "";
    const runtime = recordingRuntime({ recorder, observer: "hasty", user: () => user, haste });
    const account = createAccount({ baseUrl, runtime });
    user = await signIn(account, "hasty");
    for (const room of rooms)
      await insist(() => account.call("createOrJoinRooms", { body: { sessionRoomSlugs: [room] } }));
    return new Hasty(account, user, recorder);
  }

  async act(rooms: readonly [string, ...string[]], random: Random): Promise<void> {
    const [earlier] = random.shuffled(this.#sent);
    if (earlier && random.isHit(0.3)) await this.#repeat(earlier);
    else if (earlier && random.isHit(0.1)) await this.#reuse(earlier);
    else await this.#begin(random.pick(rooms));
  }

  async #begin(room: string): Promise<void> {
    this.#number += 1;
    const content = `hasty ${this.#number} in ${room}`;
    const send = this.#recorder.invoke({
      client: "hasty",
      author: this.#user,
      room,
      clientMessageId: `temp_${randomUUID()}`,
      content,
    });
    this.#sent.push(send);
    try {
      // The runtime takes the answer down.
      await this.#call(send, content);
    } catch (error) {
      if (send.outcome !== "ok") this.#recorder.end(send, toOutcome(error));
    }
  }

  async #repeat(send: Send): Promise<void> {
    try {
      await this.#call(send, send.content);
    } catch {
      // What it was stays what it was.
    }
  }

  async #reuse(send: Send): Promise<void> {
    if (send.outcome !== "ok") return;
    const content = `${send.content}, or not`;
    const another: Send = { ...send, content, outcome: "unknown", acknowledgements: [] };
    this.#recorder.sends.push(another);
    try {
      await this.#call(send, content);
      another.outcome = "ok";
    } catch (error) {
      another.outcome = toOutcome(error);
    }
  }

  #call({ room, clientMessageId }: Send, content: string): Promise<ReplyOf<"sendMessage">> {
    const body: SendBody = { clientMessageId, content, type: "text", metadata: {} };
    return this.#account.call(
      "sendMessage",
      { params: { slug: room }, body },
      { idempotencyKey: "none" },
    );
  }
}
