import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import pLimit from "p-limit";
import { AppError } from "#server/platform/app-error.ts";

/* Hashes of passwords: argon2id on the threads of the runtime, never on the event loop (rules-identity 22). */

const derive = promisify(argon2);
/** In KiB and passes, as rules-identity 22 has them; a stored hash says with which it was made. */
const COST = { memory: 65_536, passes: 3, parallelism: 1 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Each holds 64 MiB and a thread: more of them at once would keep files and name look-ups waiting. */
const inTurn = pLimit(2);
/** As many wait as are through within a few seconds. */
const WAITING_MAX = 30;
const RETRY_AFTER_MS = 5_000;

interface Parts {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/** The hash of a password in the PHC string format. Throws RATE_LIMITED where too many others wait. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return toText({ ...COST, salt, hash: await compute(password, { ...COST, salt }) });
}

/**
 * Is this the password of the hash. Without a hash it takes the same time and is wrong, so that an unknown account looks like a known
 * one. Throws RATE_LIMITED where too many others wait.
 */
export async function isPasswordOf(hash: string | undefined, password: string): Promise<boolean> {
  const parts = toParts(hash ?? nobodys);
  const isSame = timingSafeEqual(await compute(password, parts), parts.hash);
  return isSame && hash !== undefined;
}

/** Nobody knows the password of this one. */
const nobodys = toText({ ...COST, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) });

function compute(password: string, { salt, ...cost }: Omit<Parts, "hash">): Promise<Buffer> {
  if (inTurn.pendingCount >= WAITING_MAX)
    throw new AppError("RATE_LIMITED", { retryAfterMs: RETRY_AFTER_MS });
  // The same letters can be typed as different characters (NIST SP 800-63B 3.1.1.2).
  const message = password.normalize("NFKC");
  const { memory, passes, parallelism } = cost;
  const parameters = { message, nonce: salt, parallelism, tagLength: HASH_BYTES, memory, passes };
  return inTurn(() => derive("argon2id", parameters));
}

function toText({ memory, passes, parallelism, salt, hash }: Parts): string {
  const cost = `m=${memory},t=${passes},p=${parallelism}`;
  return `$argon2id$v=19$${cost}$${toBase64(salt)}$${toBase64(hash)}`;
}

function toBase64(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

function toParts(text: string): Parts {
  const [, memory, passes, parallelism, salt = "", hash = ""] = PHC.exec(text) ?? [];
  if (hash === "") throw new Error("A stored password has the form that this file gives it");
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, "base64"),
    hash: Buffer.from(hash, "base64"),
  };
}
