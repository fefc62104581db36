import type { ApiError } from "@colbin/client";

/** The sentence about each wrong field, by the name that the call gives it. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The sentences of a refused call, of each field the first one. */
export function toFieldErrors({ details }: Pick<ApiError, "details">): FieldErrors {
  const fields = Array.isArray(details["fields"]) ? (details["fields"] as unknown[]) : [];
  const errors: Record<string, string> = {};
  for (const field of fields) {
    if (typeof field !== "object" || field === null) continue;
    const { path, message } = field as Readonly<Record<string, unknown>>;
    if (typeof path === "string" && typeof message === "string") errors[path] ??= message;
  }
  return errors;
}
