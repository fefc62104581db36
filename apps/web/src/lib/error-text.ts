import { ApiError, toApiError, type SendFailure } from "@colbin/client";
import { t, type Text, type Values } from "./i18n.ts";
import { errorTexts } from "./texts.ts";

const texts = new Map<string, Text>(Object.entries(errorTexts));

/** What an error says to a person: the sentence of its code, or for a code that is newer than this page the server's own. */
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

/** Of a translation we know no names: it has those of its English. */
function hasAll({ message }: Text, values: Values): boolean {
  return Array.from(message.matchAll(/\{(\w+)[,}]/g)).every(([, name = ""]) =>
    Object.hasOwn(values, name),
  );
}
