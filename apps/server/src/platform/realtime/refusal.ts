import { randomUUID } from "node:crypto";
import type { Duplex } from "node:stream";
import type { CommandType } from "@colbin/protocol";
import { AppError } from "../app-error.ts";
import { isBadText } from "../db/bad-text.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { toRawRefusal } from "../http/raw-refusal.ts";
import type { Connection } from "./connection.ts";
import { toRetryAfterMs } from "./frames.ts";

/** Too often, and not just now: both say when to come again (errors.md, 1.8). */
const BUSY: ReadonlySet<number> = new Set([429, 503]);

const DATABASE_RETRY_MS = 500;

/** Answers an upgrade that is not taken with the envelope that every refusal has, and closes the connection. */
export function refuseUpgrade(socket: Duplex, error: AppError): void {
  if (socket.destroyed || socket.writableEnded) return;
  const retryAfterMs = BUSY.has(error.status) ? toRetryAfterMs(error) : undefined;
  socket.once("finish", () => socket.destroy());
  socket.end(toRawRefusal(error, retryAfterMs));
}

/** Answers a failed command: a refusal as it is, anything else as UNKNOWN_ERROR with its cause in the log only. */
export function refuseFailed(
  connection: Connection,
  error: unknown,
  type: CommandType,
  requestId: string | undefined,
): AppError {
  const refusal = toRefusal(connection, error, type, requestId);
  if (refusal.status === 403) connection.reportRefused(refusal, type);
  connection.refuse(refusal, requestId);
  return refusal;
}

/** A database that cannot be reached just now leaves the outcome open: the client sends again (errors.md, 1.8). */
function toRefusal(
  connection: Connection,
  error: unknown,
  type: CommandType,
  requestId: string | undefined,
): AppError {
  if (error instanceof AppError) return error;
  if (isBadText(error)) return new AppError("BAD_REQUEST");
  if (!isUnavailable(error)) return toUnknown(connection, error, type, requestId);
  connection.log.warn({ err: error, type }, "The database did not answer a command");
  return new AppError("DB_UNAVAILABLE", { retryAfterMs: DATABASE_RETRY_MS });
}

function toUnknown(
  connection: Connection,
  error: unknown,
  type: CommandType,
  named: string | undefined,
): AppError {
  const requestId = named ?? randomUUID();
  connection.log.error({ err: error, type, requestId }, "A command failed");
  return new AppError("UNKNOWN_ERROR", { requestId });
}
