import { BODY_MAX_BYTES } from "@colbin/protocol";
import { AppError } from "../app-error.ts";
import { isBadText } from "../db/bad-text.ts";
import { isUnavailable } from "../db/unavailable.ts";

/*
 * From anything that was thrown to the one error that a person may see. What is not recognised stays unknown: its cause
 * goes to the log and nowhere else.
 */

const RETRY_AFTER_MS = 2_000;

/** Refusals of the HTTP library, which happen before any of our code runs. */
const transportCodes: Readonly<Record<string, () => AppError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError("PAYLOAD_TOO_LARGE", { maxBytes: BODY_MAX_BYTES }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new AppError("UNSUPPORTED_MEDIA_TYPE"),
  FST_ERR_BAD_URL: () => new AppError("BAD_REQUEST"),
  FST_ERR_MAX_PARAM_LENGTH: () => new AppError("BAD_REQUEST"),
};

/** The refusal that an error stands for, or undefined for a defect; the live channel has its own (realtime/refusal.ts). */
export function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (isUnavailable(error)) return new AppError("DB_UNAVAILABLE", { retryAfterMs: RETRY_AFTER_MS });
  if (isBadText(error)) return new AppError("BAD_REQUEST");
  if (!(error instanceof Error)) return undefined;
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (typeof code === "string") {
    const known = transportCodes[code];
    if (known) return known();
  }
  const isClientsFault = typeof statusCode === "number" && statusCode >= 400 && statusCode < 500;
  return isClientsFault ? new AppError("BAD_REQUEST") : undefined;
}

/** Milliseconds after which a refused caller may come again; every 429 and 503 names them (errors.md 1.8). */
export function toRetryAfterMs(error: AppError): number | undefined {
  const wanted = error.details["retryAfterMs"];
  if (typeof wanted === "number") return wanted;
  return error.status === 429 || error.status === 503 ? RETRY_AFTER_MS : undefined;
}
