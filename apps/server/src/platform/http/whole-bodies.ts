import type { FastifyRequest } from "fastify";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { AppError } from "../app-error.ts";
import type { HeldBytes } from "./held-bytes.ts";

/** So many of one person are in memory at once. */
const AT_ONCE = 3;
const RETRY_AFTER_MS = 1_000;

/**
 * All bytes of a body, which are held until they are given back; the error given for more than `max`, RATE_LIMITED where all bodies
 * together are too much, BAD_REQUEST where the connection is cut.
 */
export async function readBytes(
  bytes: Readable,
  max: number,
  toTooLarge: () => AppError,
  held: HeldBytes,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let count = 0;
  try {
    for await (const part of bytes as AsyncIterable<Buffer>) {
      if (count + part.length > max) throw toTooLarge();
      held.take(part.length);
      count += part.length;
      parts.push(part);
    }
  } catch (error) {
    held.give(count);
    // Nobody reads the answer on a connection that was cut.
    throw error instanceof AppError ? error : new AppError("BAD_REQUEST");
  }
  return Buffer.concat(parts);
}

/** Bodies of bytes that are read before their handler is called. Each counts until it is answered. */
export class WholeBodies {
  readonly #counts = new Map<string, number>();
  readonly #read = new WeakMap<FastifyRequest, { readonly owner: string; bytes: number }>();
  readonly #held: HeldBytes;

  constructor(held: HeldBytes) {
    this.#held = held;
  }

  /** FILE_TOO_LARGE {max}, not begun with where the caller says so; RATE_LIMITED where too many are under way. */
  async read(request: FastifyRequest, bytes: IncomingMessage, max: number): Promise<Buffer> {
    const length = Number(request.headers["content-length"] ?? 0);
    if (length > max) throw new AppError("FILE_TOO_LARGE", { max });
    const read = this.#begin(request);
    const toTooLarge = (): AppError => new AppError("FILE_TOO_LARGE", { max });
    try {
      const body = await readBytes(bytes, max, toTooLarge, this.#held);
      // It may be answered by now, for having taken too long.
      if (this.#read.get(request) === read) read.bytes = body.length;
      else this.#held.give(body.length);
      return body;
    } catch (error) {
      this.release(request);
      throw error;
    }
  }

  /** It is answered; again changes nothing. */
  release(request: FastifyRequest): void {
    const read = this.#read.get(request);
    if (read === undefined) return;
    this.#read.delete(request);
    const { owner, bytes } = read;
    this.#held.give(bytes);
    const left = (this.#counts.get(owner) ?? 1) - 1;
    if (left > 0) this.#counts.set(owner, left);
    else this.#counts.delete(owner);
  }

  #begin(request: FastifyRequest): { bytes: number } {
    const owner = request.actor?.userId ?? request.ip;
    const count = this.#counts.get(owner) ?? 0;
    if (count >= AT_ONCE) throw new AppError("RATE_LIMITED", { retryAfterMs: RETRY_AFTER_MS });
    this.#counts.set(owner, count + 1);
    const read = { owner, bytes: 0 };
    this.#read.set(request, read);
    return read;
  }
}
