import { t } from "#web/lib/i18n.ts";
import { appTexts } from "./texts.ts";

/** What an error says of itself, or the general sentence. */
export function errorMessage(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : t(appTexts.unknownError);
}

/** The request id that the server puts into the details of what it did not expect (errors.md 1.7). */
export function errorReference(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("details" in error)) return undefined;
  const { details } = error;
  if (typeof details !== "object" || details === null || !("requestId" in details))
    return undefined;
  return typeof details.requestId === "string" ? details.requestId : undefined;
}
