import { AppError } from "../app-error.ts";
import { createBatcher } from "./batcher.ts";
import { sqlStateOf } from "./sql-state.ts";

/*
 * Questions that arrive while others are being answered are asked together in the next statement. Every answer is read after
 * its question was asked, so it is as fresh as a statement of its own, and a busy server asks a tenth as often.
 */

/** Questions of one statement; more only makes everybody wait. */
const MAX_BATCH = 100;
/** Questions that may wait: no more than a few megabytes. One more is refused with RATE_LIMITED. */
const MAX_WAITING = 10_000;
const FULL_RETRY_MS = 250;

export interface Lookup<Question, Answer> {
  /** Undefined where there is nothing; rejects with the error of the statement. */
  find(question: Question): Promise<Answer | undefined>;
}

/** `ask` answers in the order of the questions, with null where there is nothing. */
export function createLookup<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly (Answer | null)[]>,
): Lookup<Question, Answer> {
  const batcher = createBatcher<Question, Answer | null>({
    run: ask,
    maxBatch: MAX_BATCH,
    maxWaiting: MAX_WAITING,
    refuse: () => new AppError("RATE_LIMITED", { retryAfterMs: FULL_RETRY_MS }),
    // A read is repeated by whoever asks, if at all; one that no statement can take fails alone.
    isTransient: () => false,
    isPoison: isBadValue,
    maxTries: 1,
  });
  return { find: async (question) => (await batcher.add(question)) ?? undefined };
}

/** A value that PostgreSQL does not take (class 22): the fault of one question. */
function isBadValue(error: unknown): boolean {
  return sqlStateOf(error).startsWith("22");
}
