import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { isoTime } from "./kernel/ids.ts";
import { EMAIL_MAX_LENGTH, LINK_TOKEN_MAX, OTP_TEXT_MAX } from "./limits.ts";
import { currentOrganization } from "./organizations.ts";
import { routes } from "./routes.ts";
import { currentUser } from "./users.ts";

export const authErrors = defineErrors({
  IDENTIFIER_REQUIRED: { status: 400, message: "Email or phone number is required" },
  IDENTIFIER_INVALID: {
    status: 400,
    message: "Please enter a valid email address or phone number",
  },
  PHONE_NOT_SUPPORTED: {
    status: 400,
    message: "This server cannot send codes to phones. Please use an email address.",
  },
  OTP_LENGTH_INVALID: { status: 400, message: "OTP must be exactly {n} digits" },
  OTP_DIGITS_ONLY: { status: 400, message: "OTP must contain only numbers" },
  OTP_INVALID: { status: 400, message: "OTP verification failed" },
  OTP_EXPIRED: { status: 400, message: "This code is no longer valid. Please request a new one." },
  OTP_RATE_LIMITED: {
    status: 429,
    message: "Please wait {seconds} seconds before requesting another code.",
  },
  OTP_DELIVERY_UNAVAILABLE: { status: 503, message: "Failed to send OTP" },
  ACCOUNT_BLOCKED: {
    status: 403,
    message: "This account is blocked. Please contact your administrator.",
  },
  REFRESH_TOKEN_INVALID: { status: 401, message: "Please sign in again" },
  REFRESH_TOKEN_REUSED: {
    status: 401,
    message: "You were signed out for your safety. Please sign in again.",
  },
});

export const otpDeliveries = ["code", "link"] as const;
export type OtpDelivery = (typeof otpDeliveries)[number];

export const tokens = z.object({
  access: z.object({ token: z.string(), expires: isoTime }),
  refresh: z.object({ token: z.string(), expires: isoTime }),
});
export type Tokens = z.infer<typeof tokens>;

/** Form is judged by the rules of identifiers, so that the refusal carries the specification's text. */
export const identifier = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: "IDENTIFIER_REQUIRED" }),
    z.maxLength(EMAIL_MAX_LENGTH, { error: "IDENTIFIER_INVALID" }),
  );
const challengeId = z.uuid();
/** Its length is judged by the service, which knows how many digits this server uses. */
export const otp = z
  .string()
  .check(z.trim(), z.maxLength(OTP_TEXT_MAX), z.regex(/^\d*$/, { error: "OTP_DIGITS_ONLY" }));

/** A code on its way, or in link mode a link. */
export const sentOtp = z.object({
  user: z.object({ identifier: z.string(), otp: z.optional(z.string()) }),
  otpLength: z.int(),
  resendAfterMs: z.int(),
  challengeId,
  delivery: z.enum(otpDeliveries),
});

export type SentOtp = z.infer<typeof sentOtp>;

/** Why nothing is sent to an address. */
export const sendRefusals = [
  "IDENTIFIER_REQUIRED",
  "IDENTIFIER_INVALID",
  "PHONE_NOT_SUPPORTED",
  "OTP_RATE_LIMITED",
  "OTP_DELIVERY_UNAVAILABLE",
  "ORIGIN_NOT_ALLOWED",
] as const;

export const sendOtp = endpoint({
  ...routes.sendOtp,
  group: "auth",
  summary: "Sends a one-time code; the reply is the same whether the account exists or not",
  body: z.strictObject({ identifier }),
  reply: sentOtp,
  errors: sendRefusals,
});

export const signedIn = z.object({
  user: currentUser,
  tokens,
  /** Where the session begins; null in Personal (rules-identity 79). */
  currentOrg: z.nullable(currentOrganization),
});
export type SignedIn = z.infer<typeof signedIn>;

/** The ways to show the second factor of an account, the preferred one first (rules-identity 26). */
export const secondFactorMethods = ["totp", "passkey", "recoveryCode"] as const;
export type SecondFactorMethod = (typeof secondFactorMethods)[number];

/** The first step was right, and the account has a second one: `verifySecondFactor` takes the token, for five minutes. */
export const secondFactorAsked = z.object({
  secondFactor: z.object({ token: z.string(), methods: z.array(z.enum(secondFactorMethods)) }),
});
export type SecondFactorAsked = z.infer<typeof secondFactorAsked>;

/** The answer to a first step (rules-identity 11, 27). */
export const firstStep = z.union([signedIn, secondFactorAsked]);
export type FirstStep = z.infer<typeof firstStep>;

export const verifyOtp = endpoint({
  ...routes.verifyOtp,
  group: "auth",
  summary: "Signs in with a one-time code; the first time makes the account",
  body: z.strictObject({
    identifier,
    otp,
    challengeId: z.optional(challengeId),
  }),
  reply: firstStep,
  errors: [
    "IDENTIFIER_REQUIRED",
    "IDENTIFIER_INVALID",
    "OTP_LENGTH_INVALID",
    "OTP_DIGITS_ONLY",
    "OTP_INVALID",
    "OTP_EXPIRED",
    "ACCOUNT_BLOCKED",
    "ORIGIN_NOT_ALLOWED",
  ],
});

export const linkToken = z.string().check(z.minLength(16), z.maxLength(LINK_TOKEN_MAX));

/** `{origin}/signin/link#token=`: the token of a message that carried a link instead of a code (rules-identity 14). */
export const verifyLink = endpoint({
  ...routes.verifyLink,
  group: "auth",
  summary: "Signs in with the token of a sign-in link",
  body: z.strictObject({ token: linkToken }),
  reply: firstStep,
  errors: ["OTP_EXPIRED", "ACCOUNT_BLOCKED", "ORIGIN_NOT_ALLOWED"],
});

export const refreshTokens = endpoint({
  ...routes.refreshTokens,
  group: "auth",
  summary: "Exchanges a refresh token for new tokens; takes the marker of a cookie as well",
  body: z.strictObject({ refreshToken: z.string().check(z.minLength(1), z.maxLength(256)) }),
  reply: z.object({ tokens, user: currentUser }),
  errors: [
    "REFRESH_TOKEN_INVALID",
    "REFRESH_TOKEN_REUSED",
    "ACCOUNT_BLOCKED",
    "ORIGIN_NOT_ALLOWED",
  ],
});

export const logout = endpoint({
  ...routes.logout,
  group: "auth",
  summary:
    "Ends the session, or all sessions of the person; never fails for a session that is already gone",
  body: z.strictObject({
    everywhere: z.optional(z.boolean()),
    refreshToken: z.optional(z.string().check(z.minLength(1), z.maxLength(256))),
  }),
  errors: ["ORIGIN_NOT_ALLOWED"],
});

export const createWsTicket = endpoint({
  ...routes.createWsTicket,
  openToGuests: true,
  group: "auth",
  summary: "A ticket that opens the live channel once, within 30 seconds",
  reply: z.object({ ticket: z.string(), expires: isoTime }),
  isReplayed: false,
  errors: [],
});
