import { toApiError } from "@colbin/client";
import { errorText } from "#web/lib/api/error-text.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";

/** The refusal of the server in the words of its code; what never reached it, or what it did not expect, in those of the step. */
export function signInError(cause: unknown, fallback: Text): string {
  const error = toApiError(cause);
  const isExplained = error.status >= 400 && error.status < 500;
  return isExplained ? errorText(error) : t(fallback);
}
