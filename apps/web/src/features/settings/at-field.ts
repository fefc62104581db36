import { ApiError, toApiError } from "@colbin/client";
import { errorText } from "#web/lib/api/error-text.ts";

/** A refusal whose code is about one field of the form, so that it also stands there: `{ USERNAME_TAKEN: "username" }`. */
export function atField(cause: unknown, fields: Readonly<Record<string, string>>): ApiError {
  const error = toApiError(cause);
  const { code, message, status, details } = error;
  const path = fields[code];
  if (path === undefined) return error;
  const field = { path, message: errorText(error) };
  return new ApiError({ code, message, status, details: { ...details, fields: [field] } });
}
