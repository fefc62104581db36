import type { FileId, UserId } from "@colbin/protocol";
import type { Readable } from "node:stream";
import { AppError } from "#server/platform/app-error.ts";

interface Turn {
  readonly bytes: Readable | undefined;
  readonly end: Promise<unknown>;
}

const RETRY_AFTER_MS = 1_000;

/**
 * Whose bytes come when, on this process: those of one upload one after the other, those of one person a few at a time. A request whose
 * connection is dead but has not ended would keep an upload from going on, so the next one ends it.
 */
export class UploadTurns {
  readonly #parallel: number;
  readonly #turns = new Map<FileId, Turn>();
  readonly #counts = new Map<UserId, number>();

  constructor(parallel: number) {
    this.#parallel = parallel;
  }

  /** Runs the work when no other one is at the upload; RATE_LIMITED where the person has too many under way. */
  async run<T>(
    {
      id,
      userId,
      bytes,
    }: { readonly id: FileId; readonly userId: UserId; readonly bytes?: Readable },
    work: () => Promise<T>,
  ): Promise<T> {
    for (let before = this.#turns.get(id); before; before = this.#turns.get(id)) {
      before.bytes?.destroy();
      await before.end;
    }
    const count = this.#counts.get(userId) ?? 0;
    if (count >= this.#parallel)
      throw new AppError("RATE_LIMITED", { retryAfterMs: RETRY_AFTER_MS });
    this.#counts.set(userId, count + 1);
    const run = work();
    this.#turns.set(id, { bytes, end: run.catch(() => undefined) });
    try {
      return await run;
    } finally {
      this.#turns.delete(id);
      const left = (this.#counts.get(userId) ?? 1) - 1;
      if (left > 0) this.#counts.set(userId, left);
      else this.#counts.delete(userId);
    }
  }
}
