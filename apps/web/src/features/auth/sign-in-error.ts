import { toApiError } from "@colbin/client";
import { errorText } from "#web/lib/api/error-text.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";

/** The person ended it themselves, at the second step: there is nothing to say. */
export function isCancelled(cause: unknown): boolean {
  const { code, status } = toApiError(cause);
  return code === "REQUEST_ABORTED" && status === 0;
}

/**
 * The refusal of the server in the words of its code; what never reached it, or what it did not expect, in those of the step. Null
 * where the person ended it.
 */
export function signInError(cause: unknown, fallback: Text): string | null {
  if (isCancelled(cause)) return null;
  const error = toApiError(cause);
  const isExplained = error.status >= 400 && error.status < 500;
  return isExplained ? errorText(error) : t(fallback);
}
