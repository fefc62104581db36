import { t } from "#web/lib/language/i18n.ts";
import { invitationTexts } from "./texts.ts";

/** The page's own sentence for what the server says (specification, section 8): it has no code where it only looks. */
export function knownRefusal(message: string): string | undefined {
  if (message.includes("expired")) return t(invitationTexts.expired);
  if (message.includes("already")) return t(invitationTexts.used);
  return message.includes("not found") ? t(invitationTexts.notFound) : undefined;
}

/** The same of an invitation that is not valid; otherwise what the server says. */
export function refusalText(message: string | undefined): string {
  if (message === undefined) return t(invitationTexts.invalid);
  return knownRefusal(message) ?? message;
}
