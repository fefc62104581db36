import { authErrors } from "./auth.ts";
import { clientErrors, generalErrors, liveErrors, type ErrorDefinition } from "./kernel/errors.ts";
import { guestErrors } from "./guests.ts";
import { emojiErrors } from "./emoji.ts";
import { fileErrors } from "./files.ts";
import { smallPictureErrors } from "./small-pictures.ts";
import { imageErrors } from "./images.ts";
import { invitationErrors } from "./invitations.ts";
import { memberErrors } from "./members.ts";
import { mailErrors } from "./mails.ts";
import { messageErrors } from "./messages.ts";
import { notificationPreferenceErrors } from "./notification-preferences.ts";
import { notificationErrors } from "./notifications.ts";
import { organizationErrors } from "./organizations.ts";
import { passwordErrors } from "./passwords.ts";
import { pushErrors } from "./push.ts";
import { roomErrors } from "./rooms.errors.ts";
import { laterErrors } from "./errors.later.ts";
import { sessionErrors } from "./sessions.ts";
import { apiKeyErrors } from "./api-keys.ts";
import { documentFileErrors } from "./document-files.ts";
import { documentCommentErrors } from "./document-comments.ts";
import { documentLinkErrors } from "./documents.links.ts";
import { documentErrors } from "./documents.ts";
import { documentVersionErrors } from "./document-versions.ts";
import { exportErrors } from "./exports.ts";
import { factorErrors } from "./factors.ts";
import { socialErrors } from "./social.ts";
import { userErrors } from "./users.ts";
import { webhookErrors } from "./webhooks.ts";

/** Every error code of the product, exactly once; each stands beside its feature. */
export const errors = {
  ...generalErrors,
  ...liveErrors,
  ...clientErrors,
  ...authErrors,
  ...sessionErrors,
  ...passwordErrors,
  ...apiKeyErrors,
  ...documentErrors,
  ...documentFileErrors,
  ...documentCommentErrors,
  ...documentVersionErrors,
  ...documentLinkErrors,
  ...exportErrors,
  ...factorErrors,
  ...socialErrors,
  ...userErrors,
  ...roomErrors,
  ...messageErrors,
  ...organizationErrors,
  ...memberErrors,
  ...guestErrors,
  ...fileErrors,
  ...smallPictureErrors,
  ...imageErrors,
  ...emojiErrors,
  ...invitationErrors,
  ...notificationErrors,
  ...notificationPreferenceErrors,
  ...mailErrors,
  ...webhookErrors,
  ...pushErrors,
  ...laterErrors,
} as const;

export type ErrorCode = keyof typeof errors;

export function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(errors, value);
}

export function errorDefinition(code: ErrorCode): ErrorDefinition {
  return errors[code];
}

/** A client may send the same thing again by itself (errors.md 1.8); an unknown outcome is always one of these. */
export const retryableErrors = [
  "DB_UNAVAILABLE",
  "DRAINING",
  "SERVER_DRAINING",
  "RATE_LIMITED",
  "TIMEOUT",
  "CONNECTION_LOST",
] as const;

export function isRetryable(code: string): boolean {
  return retryableErrors.some((each) => each === code);
}

/** The registry's sentence with its placeholders filled; `seconds` is derived from `retryAfterMs`. */
export function errorMessage(
  code: ErrorCode,
  details: Readonly<Record<string, unknown>> = {},
): string {
  return errorDefinition(code).message.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = name === "seconds" ? toSeconds(details["retryAfterMs"]) : details[name];
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  });
}

function toSeconds(retryAfterMs: unknown): number | undefined {
  return typeof retryAfterMs === "number" ? Math.max(1, Math.ceil(retryAfterMs / 1000)) : undefined;
}
