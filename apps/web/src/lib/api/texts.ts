import type {
  CommandType,
  commands,
  clientErrors,
  EndpointName,
  Endpoints,
  generalErrors,
  liveErrors,
} from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";
import type { ownErrorTexts } from "./error-text.ts";
import { documentErrorTexts } from "./document-error-texts.ts";
import { fileErrorTexts } from "./file-error-texts.ts";
import { messageErrorTexts } from "./message-error-texts.ts";
import { roomErrorTexts } from "./room-error-texts.ts";

type Commands = typeof commands;

/** Errors for programs that do not speak the protocol of the server as this page does. */
type ForeignErrorCode =
  | "MALFORMED_JSON"
  | "METHOD_NOT_ALLOWED"
  | "SCOPE_MISSING"
  | "UNSUPPORTED_MEDIA_TYPE";

/** Errors that a call or a command of the protocol may be answered with, or that a client finds out itself. */
export type MetErrorCode =
  | Exclude<keyof typeof generalErrors, ForeignErrorCode>
  | keyof typeof liveErrors
  | keyof typeof clientErrors
  | Endpoints[EndpointName]["errors"][number]
  | Commands[CommandType]["errors"][number];

/**
 * Comes after the first screen (`learnErrorTexts`). Types alone come from the protocol: its values would bring every schema into the
 * page.
 */
export const errorTexts = {
  BAD_REQUEST: { id: "errors.BAD_REQUEST", message: "Bad request" },
  VALIDATION_ERROR: { id: "errors.VALIDATION_ERROR", message: "Some fields are not valid" },
  CURSOR_INVALID: {
    id: "errors.CURSOR_INVALID",
    message: "This page is no longer available. Please reload the list.",
  },
  UNAUTHORIZED: { id: "errors.UNAUTHORIZED", message: "Unauthorized" },
  TOKEN_EXPIRED: { id: "errors.TOKEN_EXPIRED", message: "Your access token has run out" },
  SESSION_ENDED: { id: "errors.SESSION_ENDED", message: "You have been signed out" },
  FORBIDDEN: { id: "errors.FORBIDDEN", message: "Forbidden" },
  ORIGIN_NOT_ALLOWED: {
    id: "errors.ORIGIN_NOT_ALLOWED",
    message: "Requests from this site are not allowed",
  },
  ELEVATION_REQUIRED: { id: "errors.ELEVATION_REQUIRED", message: "Please confirm that it is you" },
  WORKSPACE_ACCESS_LOST: {
    id: "errors.WORKSPACE_ACCESS_LOST",
    message: "You no longer have access to this organization",
  },
  NO_ACTIVE_ORGANIZATION: {
    id: "errors.NO_ACTIVE_ORGANIZATION",
    message: "Please switch to an organization first",
  },
  USER_NOT_FOUND: { id: "errors.USER_NOT_FOUND", message: "User not found" },
  ORGANIZATION_NOT_FOUND: {
    id: "errors.ORGANIZATION_NOT_FOUND",
    message: "Organization not found",
  },
  DOMAIN_INVALID: { id: "errors.DOMAIN_INVALID", message: "This domain cannot be used" },
  DOMAIN_TAKEN: {
    id: "errors.DOMAIN_TAKEN",
    message: "Another organization has verified this domain",
  },
  DOMAIN_NOT_VERIFIED: {
    id: "errors.DOMAIN_NOT_VERIFIED",
    message: "We could not find the verification record of this domain",
  },
  ORGANIZATION_LIMIT_REACHED: {
    id: "errors.ORGANIZATION_LIMIT_REACHED",
    message: "You have reached the number of organizations you can own",
  },
  NOTIFICATION_CHANNEL_REQUIRED: {
    id: "errors.NOTIFICATION_CHANNEL_REQUIRED",
    message: "Security alerts cannot be switched off",
  },
  UNSUBSCRIBE_INVALID: {
    id: "errors.UNSUBSCRIBE_INVALID",
    message: "This link is not valid any more",
  },
  WEBHOOK_NOT_FOUND: { id: "errors.WEBHOOK_NOT_FOUND", message: "Webhook not found" },
  WEBHOOK_URL_NOT_ALLOWED: {
    id: "errors.WEBHOOK_URL_NOT_ALLOWED",
    message: "The server may not connect to this address",
  },
  WEBHOOK_LIMIT_REACHED: {
    id: "errors.WEBHOOK_LIMIT_REACHED",
    message: "There are {max} webhooks already. Remove one before you add another one.",
  },
  PUSH_ENDPOINT_INVALID: {
    id: "errors.PUSH_ENDPOINT_INVALID",
    message: "This device cannot receive notifications",
  },
  NOTIFICATION_NOT_FOUND: {
    id: "errors.NOTIFICATION_NOT_FOUND",
    message: "Notification not found",
  },
  ORGANIZATION_OWNER_MUST_TRANSFER: {
    id: "errors.ORGANIZATION_OWNER_MUST_TRANSFER",
    message: "Transfer the ownership of {title} first",
  },
  INVITATION_NOT_FOUND: { id: "errors.INVITATION_NOT_FOUND", message: "Invitation not found" },
  INVITATION_EXPIRED: {
    id: "errors.INVITATION_EXPIRED",
    message: "This invitation has expired",
  },
  INVITATION_ALREADY_USED: {
    id: "errors.INVITATION_ALREADY_USED",
    message: "This invitation has already been used",
  },
  INVITATION_WRONG_ACCOUNT: {
    id: "errors.INVITATION_WRONG_ACCOUNT",
    message: "You cannot accept this invitation with your current account",
  },
  INVITATION_LIMIT_REACHED: {
    id: "errors.INVITATION_LIMIT_REACHED",
    message: "The daily number of invitations is reached",
  },
  INVITATION_NOT_RESENDABLE: {
    id: "errors.INVITATION_NOT_RESENDABLE",
    message: "This invitation cannot be sent again",
  },
  GUEST_SIGN_IN_DISABLED: {
    id: "errors.GUEST_SIGN_IN_DISABLED",
    message: "Guests are not allowed here",
  },
  GUEST_LINK_INVALID: {
    id: "errors.GUEST_LINK_INVALID",
    message: "This guest link is not valid any more",
  },
  GUEST_LINK_LIMIT_REACHED: {
    id: "errors.GUEST_LINK_LIMIT_REACHED",
    message: "There is no room for more guest links",
  },
  INVITATION_ROLE_NOT_ALLOWED: {
    id: "errors.INVITATION_ROLE_NOT_ALLOWED",
    message: "You cannot invite with this role",
  },
  MEMBER_NOT_FOUND: { id: "errors.MEMBER_NOT_FOUND", message: "Member not found" },
  MEMBER_ROLE_NOT_ALLOWED: {
    id: "errors.MEMBER_ROLE_NOT_ALLOWED",
    message: "You cannot give or change this role",
  },
  MEMBER_STATUS_CONFLICT: {
    id: "errors.MEMBER_STATUS_CONFLICT",
    message: "The member is in that state now",
  },
  MEMBER_SUSPENDED: {
    id: "errors.MEMBER_SUSPENDED",
    message: "Your membership in this organization is suspended",
  },
  NOT_FOUND: { id: "errors.NOT_FOUND", message: "Not Found" },
  CONFLICT: { id: "errors.CONFLICT", message: "Conflict" },
  WORKSPACE_CHANGED: {
    id: "errors.WORKSPACE_CHANGED",
    message: "You switched to another organization. Nothing was sent.",
  },
  VERSION_CONFLICT: {
    id: "errors.VERSION_CONFLICT",
    message: "Somebody else changed this in the meantime",
  },
  TRANSITION_INVALID: {
    id: "errors.TRANSITION_INVALID",
    message: "This is not possible in the present state",
  },
  IDEMPOTENCY_CONFLICT: {
    id: "errors.IDEMPOTENCY_CONFLICT",
    message: "The same key was used for something else",
  },
  PAYLOAD_TOO_LARGE: { id: "errors.PAYLOAD_TOO_LARGE", message: "The request is too large" },
  RATE_LIMITED: {
    id: "errors.RATE_LIMITED",
    message:
      "{seconds, plural, one {Too many requests. Please try again in # second.} other {Too many requests. Please try again in # seconds.}}",
  },
  DB_UNAVAILABLE: {
    id: "errors.DB_UNAVAILABLE",
    message: "The server cannot reach its database. Please try again.",
  },
  DRAINING: { id: "errors.DRAINING", message: "The server is restarting. Please try again." },
  TIMEOUT: {
    id: "errors.TIMEOUT",
    message: "The server did not answer in time. Please try again.",
  },
  NOT_AUTHENTICATED: { id: "errors.NOT_AUTHENTICATED", message: "Not authenticated" },
  MULTI_ROOM_NOT_FOUND: { id: "errors.MULTI_ROOM_NOT_FOUND", message: "Room not found" },
  LOG_EPOCH_CHANGED: { id: "errors.LOG_EPOCH_CHANGED", message: "Please reload" },
  SERVER_DRAINING: {
    id: "errors.SERVER_DRAINING",
    message: "The server is restarting. Please try again.",
  },
  SOCKET_LIMIT_REACHED: { id: "errors.SOCKET_LIMIT_REACHED", message: "Too many connections" },
  IDENTIFIER_REQUIRED: {
    id: "errors.IDENTIFIER_REQUIRED",
    message: "Email or phone number is required",
  },
  IDENTIFIER_INVALID: {
    id: "errors.IDENTIFIER_INVALID",
    message: "Please enter a valid email address or phone number",
  },
  PHONE_NOT_SUPPORTED: {
    id: "errors.PHONE_NOT_SUPPORTED",
    message: "This server cannot send codes to phones. Please use an email address.",
  },
  OTP_LENGTH_INVALID: {
    id: "errors.OTP_LENGTH_INVALID",
    message: "OTP must be exactly {n} digits",
  },
  OTP_DIGITS_ONLY: { id: "errors.OTP_DIGITS_ONLY", message: "OTP must contain only numbers" },
  OTP_INVALID: { id: "errors.OTP_INVALID", message: "OTP verification failed" },
  OTP_EXPIRED: {
    id: "errors.OTP_EXPIRED",
    message: "This code is no longer valid. Please request a new one.",
  },
  OTP_RATE_LIMITED: {
    id: "errors.OTP_RATE_LIMITED",
    message:
      "{seconds, plural, one {Please wait # second before requesting another code.} other {Please wait # seconds before requesting another code.}}",
  },
  OTP_DELIVERY_UNAVAILABLE: {
    id: "errors.OTP_DELIVERY_UNAVAILABLE",
    message: "Failed to send OTP",
  },
  ACCOUNT_BLOCKED: {
    id: "errors.ACCOUNT_BLOCKED",
    message: "This account is blocked. Please contact your administrator.",
  },
  REFRESH_TOKEN_INVALID: { id: "errors.REFRESH_TOKEN_INVALID", message: "Please sign in again" },
  REFRESH_TOKEN_REUSED: {
    id: "errors.REFRESH_TOKEN_REUSED",
    message: "You were signed out for your safety. Please sign in again.",
  },
  USERNAME_TAKEN: { id: "errors.USERNAME_TAKEN", message: "This username is not available" },
  USERNAME_CHANGE_LIMIT: {
    id: "errors.USERNAME_CHANGE_LIMIT",
    message:
      "{days, plural, one {You changed your username too often. Try again in # day.} other {You changed your username too often. Try again in # days.}}",
  },
  ROOM_NOT_FOUND: { id: "errors.ROOM_NOT_FOUND", message: "Not Found - Session room not found" },
  ROOMS_NOT_FOUND: { id: "errors.ROOMS_NOT_FOUND", message: "One or more rooms not found" },
  SUBSCRIPTION_NOT_FOUND: {
    id: "errors.SUBSCRIPTION_NOT_FOUND",
    message: "Room subscription not found",
  },
  PARTICIPANT_NOT_FOUND: { id: "errors.PARTICIPANT_NOT_FOUND", message: "Participant not found" },
  NOT_A_PARTICIPANT: {
    id: "errors.NOT_A_PARTICIPANT",
    message: "Forbidden - Not a room participant",
  },
  ACCESS_LEVEL_TOO_LOW: {
    id: "errors.ACCESS_LEVEL_TOO_LOW",
    message: "Your access level does not allow that",
  },
  ACCESS_LEVEL_NOT_ALLOWED: {
    id: "errors.ACCESS_LEVEL_NOT_ALLOWED",
    message: "You cannot give or change this access level",
  },
  ROOM_IS_GENERAL: {
    id: "errors.ROOM_IS_GENERAL",
    message: "This is not possible in the general room",
  },
  ROOM_TYPE_NOT_SUPPORTED: {
    id: "errors.ROOM_TYPE_NOT_SUPPORTED",
    message: "This is not possible in a room of this type",
  },
  DM_NOT_POSSIBLE: {
    id: "errors.DM_NOT_POSSIBLE",
    message: "You cannot send messages to this person",
  },
  DM_LIMIT_REACHED: {
    id: "errors.DM_LIMIT_REACHED",
    message: "You have started many conversations with new people today",
  },
  GROUP_SIZE_INVALID: {
    id: "errors.GROUP_SIZE_INVALID",
    message: "A group has {min} to {max} people. Use a private channel for more.",
  },
  ROOM_ARCHIVED: { id: "errors.ROOM_ARCHIVED", message: "This conversation is archived" },
  ROOM_BANNED: { id: "errors.ROOM_BANNED", message: "You were removed from this room" },
  ACCESS_REQUEST_NOT_FOUND: {
    id: "errors.ACCESS_REQUEST_NOT_FOUND",
    message: "Access request not found",
  },
  ACCESS_REQUEST_CLOSED: {
    id: "errors.ACCESS_REQUEST_CLOSED",
    message: "This request was decided before",
  },
  ACCESS_REQUEST_TOO_SOON: {
    id: "errors.ACCESS_REQUEST_TOO_SOON",
    message:
      "{hours, plural, one {You can ask again in # hour} other {You can ask again in # hours}}",
  },
  ACCESS_REQUEST_LIMIT_REACHED: {
    id: "errors.ACCESS_REQUEST_LIMIT_REACHED",
    message: "You have too many open requests",
  },
  SIDEBAR_CHANGED: {
    id: "errors.SIDEBAR_CHANGED",
    message: "Your sections were changed on another device",
  },
  ROOM_LAST_OWNER: { id: "errors.ROOM_LAST_OWNER", message: "Make somebody else owner first" },
  PARTICIPANT_STATUS_CONFLICT: {
    id: "errors.PARTICIPANT_STATUS_CONFLICT",
    message: "This change is not possible now",
  },
  ...messageErrorTexts,
  ...roomErrorTexts,
  EXPORT_LIMIT_REACHED: {
    id: "errors.EXPORT_LIMIT_REACHED",
    message: "You can export twice a day",
  },
  EXPORT_NOT_FOUND: {
    id: "errors.EXPORT_NOT_FOUND",
    message: "This export is over. Please ask for a new one.",
  },
  ...fileErrorTexts,
  ...documentErrorTexts,
  PICTURE_NOT_FOUND: { id: "errors.PICTURE_NOT_FOUND", message: "Picture not found" },
  PICTURE_NOT_READABLE: {
    id: "errors.PICTURE_NOT_READABLE",
    message: "This cannot be read as a picture",
  },
  SOCIAL_STATE_INVALID: { id: "errors.SOCIAL_STATE_INVALID", message: "Authentication failed" },
  SOCIAL_FAILED: { id: "errors.SOCIAL_FAILED", message: "Authentication failed" },
  SOCIAL_LINK_REQUIRED: {
    id: "errors.SOCIAL_LINK_REQUIRED",
    message: "An account with this email exists. Enter the code we sent to it to connect the two.",
  },
  SOCIAL_ACCOUNT_TAKEN: {
    id: "errors.SOCIAL_ACCOUNT_TAKEN",
    message: "This account is connected to another person",
  },
  PROVIDER_NOT_CONFIGURED: {
    id: "errors.PROVIDER_NOT_CONFIGURED",
    message: "This provider is not configured by your administrator",
  },
  LAST_SIGN_IN_METHOD: {
    id: "errors.LAST_SIGN_IN_METHOD",
    message: "You cannot remove your only way to sign in",
  },
  PASSWORD_SIGN_IN_DISABLED: {
    id: "errors.PASSWORD_SIGN_IN_DISABLED",
    message: "Password sign-in is not available on this server",
  },
  CREDENTIALS_INVALID: {
    id: "errors.CREDENTIALS_INVALID",
    message: "Email, phone number or password is wrong",
  },
  PASSWORD_WEAK: {
    id: "errors.PASSWORD_WEAK",
    message: "Please choose a longer or less common password",
  },
  SECOND_FACTOR_INVALID: {
    id: "errors.SECOND_FACTOR_INVALID",
    message: "This code is not correct",
  },
  SECOND_FACTOR_EXPIRED: {
    id: "errors.SECOND_FACTOR_EXPIRED",
    message: "That took too long. Please sign in again.",
  },
  SECOND_FACTOR_NOT_FOUND: {
    id: "errors.SECOND_FACTOR_NOT_FOUND",
    message: "This second sign-in step was not found",
  },
  SECOND_FACTOR_LIMIT: {
    id: "errors.SECOND_FACTOR_LIMIT",
    message: "You have as many of these as you can have",
  },
  SECOND_FACTOR_REQUIRED: {
    id: "errors.SECOND_FACTOR_REQUIRED",
    message:
      "This organization requires a second sign-in step. Set one up in your security settings.",
  },
  API_KEY_NOT_FOUND: { id: "errors.API_KEY_NOT_FOUND", message: "API key not found" },
  API_KEY_LIMIT: {
    id: "errors.API_KEY_LIMIT",
    message: "You have as many API keys as you can have",
  },
  SESSION_NOT_FOUND: { id: "errors.SESSION_NOT_FOUND", message: "Session not found" },
  ROOM_NAME_REQUIRED: { id: "errors.ROOM_NAME_REQUIRED", message: "Please enter a room name" },
} as const satisfies Record<Exclude<MetErrorCode, keyof typeof ownErrorTexts>, Text>;
