import { fork, type ChildProcess } from "node:child_process";
import { on, once } from "node:events";
import { constants, setPriority } from "node:os";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { FileVariant, UserId } from "@colbin/protocol";
import type { Logger } from "#server/platform/log/log.ts";
import { childEnvironment } from "../child-environment.ts";

/*
 * Pictures that people upload are decoded and made anew in child processes (decoder.ts): the work is never done by the thread that
 * answers requests, and bytes that break a decoder, take it too long or too much memory end a child and not the server. A child is
 * started when it is needed and ended after a rest.
 */

/** A smaller picture that was made of one; nothing of its metadata is in it. */
export interface MadeVariant {
  readonly variant: FileVariant;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export interface Picture {
  /** As it is shown: turned as its EXIF says. */
  readonly width: number;
  readonly height: number;
  /** A data address of a very small image. */
  readonly blur: string | undefined;
  readonly variants: readonly MadeVariant[];
}

/** A small picture to be made of one. */
export interface SmallForm {
  /** Its sides at most, or of a square that is cut out of the middle. */
  readonly side: number;
  readonly isSquare: boolean;
  /** Of one that moves, the first so many pictures are kept; 1: it moves no more. */
  readonly framesMax: number;
}

/** A WebP; nothing of the metadata is in it. */
export type SmallPicture = Omit<MadeVariant, "variant">;

/** The bytes of a picture, and the person whose it is. */
export interface Undecoded {
  readonly personId: UserId;
  readonly size: number;
  readonly read: () => Promise<Readable>;
}

/** To the child: so many bytes come, of which this is made, or where nothing is said what pages show of a file. */
export interface Order {
  readonly size: number;
  readonly form?: SmallForm | undefined;
}

/** From the child; the last answer ends an order. */
export interface Answer {
  readonly picture?: Picture;
  readonly motion?: MadeVariant | undefined;
  readonly small?: SmallPicture;
  readonly refusal?: string;
  readonly isLast: boolean;
}

export interface PictureLimits {
  readonly children: number;
  /** For one picture. */
  readonly patienceMs: number;
  /** Of a child. */
  readonly memoryMax: number;
  /** Larger files are not decoded. */
  readonly sizeMax: number;
  /** After which a child without work ends. */
  readonly restMs: number;
}

const MB = 1_000_000;
const defaults: PictureLimits = {
  children: 2,
  patienceMs: 15_000,
  memoryMax: 800 * MB,
  sizeMax: 100 * MB,
  restMs: 60_000,
};

const SERVED_MAX = 1_000;

const PROGRAM = fileURLToPath(new URL("decoder.ts", import.meta.url));

/** All that a child answered to an order. */
type Made = Omit<Answer, "isLast">;

interface Waiting {
  readonly undecoded: Undecoded;
  readonly form: SmallForm | undefined;
  readonly resolve: (made: Made) => void;
}

export class Pictures {
  readonly #log: Pick<Logger, "info" | "warn">;
  readonly #limits: PictureLimits;
  readonly #waiting: Waiting[] = [];
  readonly #underWay: Waiting[] = [];
  /** People whose pictures were taken, the last one at the end. */
  readonly #served = new Set<UserId>();
  /** Children without work, each with what ends its rest. */
  readonly #resting = new Map<ChildProcess, NodeJS.Timeout>();
  readonly #children = new Set<ChildProcess>();
  #isClosed = false;

  constructor(log: Pick<Logger, "info" | "warn">, limits: Partial<PictureLimits> = {}) {
    this.#log = log;
    this.#limits = { ...defaults, ...limits };
  }

  /** The facts and variants of a picture; undefined for bytes that are none, or that are beyond a limit. Never rejects. */
  async make(undecoded: Undecoded): Promise<Picture | undefined> {
    const { picture, motion } = await this.#order(undecoded);
    return picture && motion ? { ...picture, variants: [...picture.variants, motion] } : picture;
  }

  /** A small picture of this form; undefined as with `make`. Never rejects. */
  async makeSmall(undecoded: Undecoded, form: SmallForm): Promise<SmallPicture | undefined> {
    return (await this.#order(undecoded, form)).small;
  }

  #order(undecoded: Undecoded, form?: SmallForm): Promise<Made> {
    if (this.#isClosed || undecoded.size > this.#limits.sizeMax) return Promise.resolve({});
    return new Promise((resolve) => {
      this.#waiting.push({ undecoded, form, resolve });
      this.#next();
    });
  }

  /** Ends the children; pictures that are under way come to nothing. */
  close(): void {
    this.#isClosed = true;
    for (const { resolve } of this.#waiting.splice(0)) resolve({});
    for (const rest of this.#resting.values()) clearTimeout(rest);
    for (const child of this.#children) child.kill("SIGKILL");
  }

  #next(): void {
    if (this.#underWay.length >= this.#limits.children) return;
    const waiting = this.#takeWaiting();
    if (!waiting) return;
    this.#underWay.push(waiting);
    void this.#decode(waiting).then((made) => {
      this.#underWay.splice(this.#underWay.indexOf(waiting), 1);
      waiting.resolve(made);
      this.#next();
    });
  }

  /**
   * Before a second picture of a person come those of others, and of these the one served the longest ago: nobody waits for all that
   * another person has brought.
   */
  #takeWaiting(): Waiting | undefined {
    const busy = new Set(this.#underWay.map(({ undecoded }) => undecoded.personId));
    const served = [...this.#served];
    const places = new Map(served.map((personId, place) => [personId, place]));
    const rank = ({ undecoded: { personId } }: Waiting): number =>
      (places.get(personId) ?? -1) + (busy.has(personId) ? served.length + 1 : 0);
    let first: Waiting | undefined;
    let least = Infinity;
    for (const waiting of this.#waiting) {
      const own = rank(waiting);
      if (own < least) [first, least] = [waiting, own];
    }
    if (!first) return undefined;
    this.#waiting.splice(this.#waiting.indexOf(first), 1);
    this.#noteServed(first.undecoded.personId);
    return first;
  }

  /** Forgets the person served the longest ago beyond some: they come first then, as they would anyway. */
  #noteServed(personId: UserId): void {
    this.#served.delete(personId);
    this.#served.add(personId);
    const [oldest] = this.#served;
    if (oldest !== undefined && this.#served.size > SERVED_MAX) this.#served.delete(oldest);
  }

  async #decode({ undecoded: { size, read }, form }: Waiting): Promise<Made> {
    const signal = AbortSignal.timeout(this.#limits.patienceMs);
    let child: ChildProcess | undefined;
    let made: Made = {};
    try {
      child = this.#takeChild();
      const answers = on(child, "message", { signal, close: ["exit"] });
      child.send({ size, form } satisfies Order);
      const feeding = this.#feed(child, read, signal);
      for await (const [answer] of answers as AsyncIterable<[Answer]>) {
        made = { ...made, ...answer };
        if (answer.refusal !== undefined)
          this.#log.info({ reason: answer.refusal }, "A picture was not made");
        if (!answer.isLast) continue;
        await feeding;
        this.#rest(child);
        return made;
      }
    } catch (error) {
      this.#log.warn({ err: error }, "A picture was given up");
    }
    child?.kill("SIGKILL");
    return made;
  }

  /** Ends a child that does not get its bytes. */
  #feed(child: ChildProcess, read: Undecoded["read"], signal: AbortSignal): Promise<void> {
    const feeding = read().then((bytes) => feed(child, bytes, signal));
    feeding.catch(() => child.kill("SIGKILL"));
    return feeding;
  }

  #takeChild(): ChildProcess {
    for (const [child, rest] of this.#resting) {
      clearTimeout(rest);
      this.#resting.delete(child);
      if (child.connected) return child;
    }
    return this.#startChild();
  }

  /** It is given nothing of what the server knows. */
  #startChild(): ChildProcess {
    const child = fork(PROGRAM, [String(this.#limits.memoryMax)], {
      ...childEnvironment(),
      execArgv: [],
      serialization: "advanced",
      stdio: ["pipe", "ignore", "ignore", "ipc"],
    });
    this.#children.add(child);
    const forget = (): void => {
      this.#children.delete(child);
      clearTimeout(this.#resting.get(child));
      this.#resting.delete(child);
    };
    child.once("exit", (code, signal) => {
      if (!child.killed) this.#log.warn({ code, signal }, "A decoder of pictures ended");
      forget();
    });
    child.on("error", forget);
    child.stdin?.on("error", () => child.kill("SIGKILL"));
    giveWay(child);
    return child;
  }

  #rest(child: ChildProcess): void {
    if (this.#isClosed || !child.connected) return;
    const end = setTimeout(() => child.kill("SIGKILL"), this.#limits.restMs);
    this.#resting.set(child, end.unref());
  }
}

/** Requests go before pictures where there are not enough processors. */
function giveWay(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The child is gone, or a sandbox forbids it: it works as well.
  }
}

/** Not a pipeline: that one leaves listeners behind at a stream that stays open. */
async function feed({ stdin }: ChildProcess, bytes: Readable, signal: AbortSignal): Promise<void> {
  if (!stdin) throw new Error("A decoder has a standard input");
  for await (const part of bytes as AsyncIterable<Buffer>)
    if (!stdin.write(part)) await once(stdin, "drain", { signal });
}
