import { ApiError } from "@colbin/client";
import { t, type Text, type Values } from "#web/lib/language/i18n.ts";

/** A failure that no server knows of, in these words wherever errors are shown. */
export function ownRefusal(text: Text, values?: Values): ApiError {
  const code = "REFUSED_HERE";
  return new ApiError({ code, message: t(text, values), status: 0, details: {} });
}
