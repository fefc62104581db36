import type { FastifyRequest } from "fastify";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { AppError } from "../app-error.ts";

/** So many of one person are in memory at once. */
const AT_ONCE = 3;
const RETRY_AFTER_MS = 1_000;

/** All bytes of a body; the error given for more than `max`, BAD_REQUEST where the connection is cut. */
export async function readBytes(
  bytes: Readable,
  max: number,
  toTooLarge: () => AppError,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let count = 0;
  try {
    for await (const part of bytes as AsyncIterable<Buffer>) {
      count += part.length;
      if (count > max) throw toTooLarge();
      parts.push(part);
    }
  } catch (error) {
    // Nobody reads the answer on a connection that was cut.
    throw error instanceof AppError ? error : new AppError("BAD_REQUEST");
  }
  return Buffer.concat(parts);
}

/** Bodies of bytes that are read before their handler is called. Each counts until it is answered. */
export class WholeBodies {
  readonly #counts = new Map<string, number>();
  readonly #held = new WeakMap<FastifyRequest, string>();

  /** FILE_TOO_LARGE {max}, not begun with where the caller says so; RATE_LIMITED where too many are under way. */
  async read(request: FastifyRequest, bytes: IncomingMessage, max: number): Promise<Buffer> {
    const length = Number(request.headers["content-length"] ?? 0);
    if (length > max) throw new AppError("FILE_TOO_LARGE", { max });
    this.#hold(request);
    try {
      return await readBytes(bytes, max, () => new AppError("FILE_TOO_LARGE", { max }));
    } catch (error) {
      this.release(request);
      throw error;
    }
  }

  /** It is answered; again changes nothing. */
  release(request: FastifyRequest): void {
    const owner = this.#held.get(request);
    if (owner === undefined) return;
    this.#held.delete(request);
    const left = (this.#counts.get(owner) ?? 1) - 1;
    if (left > 0) this.#counts.set(owner, left);
    else this.#counts.delete(owner);
  }

  #hold(request: FastifyRequest): void {
    const owner = request.actor?.userId ?? request.ip;
    const count = this.#counts.get(owner) ?? 0;
    if (count >= AT_ONCE) throw new AppError("RATE_LIMITED", { retryAfterMs: RETRY_AFTER_MS });
    this.#counts.set(owner, count + 1);
    this.#held.set(request, owner);
  }
}
