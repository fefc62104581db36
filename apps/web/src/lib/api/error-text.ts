import { ApiError, toApiError, type SendFailure } from "@colbin/client";
import { t, type Text, type Values } from "#web/lib/language/i18n.ts";

/** Errors that this page finds out itself: no server says them in words. */
export const ownErrorTexts = {
  UNKNOWN_ERROR: { id: "errors.UNKNOWN_ERROR", message: "An error occurred" },
  CONNECTION_LOST: { id: "errors.CONNECTION_LOST", message: "Connection lost" },
  REQUEST_ABORTED: { id: "errors.REQUEST_ABORTED", message: "Request aborted" },
} as const satisfies Record<string, Text>;

const texts = new Map<string, Text>(Object.entries(ownErrorTexts));

/** The sentences of the server's errors; until they are here its own words stand in. */
export function learnErrorTexts(more: Readonly<Record<string, Text>>): void {
  for (const [code, text] of Object.entries(more)) texts.set(code, text);
}

/** The sentence of an error: that of its code, or for a code that this page does not know the server's own. */
export function errorText(cause: unknown): string {
  const { code, message, details, retryAfterMs } = toApiError(cause);
  const text = texts.get(code);
  const values = { ...toValues(details), ...toWait(retryAfterMs) };
  return text && hasAll(text, values) ? t(text, values) : message;
}

/** The same for what is kept of an error: its details are gone, so the server's own words stand in where they are needed. */
export function failureText({ code, message }: SendFailure): string {
  return errorText(new ApiError({ code, message, status: 0, details: {} }));
}

function toValues(details: Readonly<Record<string, unknown>>): Values {
  const isValue = (entry: [string, unknown]): entry is [string, string | number] =>
    typeof entry[1] === "string" || typeof entry[1] === "number";
  return Object.fromEntries(Object.entries(details).filter(isValue));
}

function toWait(retryAfterMs: number | undefined): Values {
  return retryAfterMs === undefined ? {} : { seconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) };
}

/** The names in a translation are unknown to us: it has those of its English. */
function hasAll({ message }: Text, values: Values): boolean {
  return Array.from(message.matchAll(/\{(\w+)[,}]/g)).every(([, name = ""]) =>
    Object.hasOwn(values, name),
  );
}
