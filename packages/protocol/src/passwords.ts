import * as z from "zod/mini";
import { identifier, linkToken, otp, sendRefusals, sentOtp, firstStep } from "./auth.ts";
import { inviteCode, invitationRefusals } from "./invitations.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { isoTime } from "./kernel/ids.ts";
import { FULL_NAME_MAX, PASSWORD_TEXT_MAX } from "./limits.ts";
import { routes } from "./routes.ts";
import { personText } from "./users.ts";

/* Passwords, where the operator allows them, and the proof of an own address (rules-identity 20 to 22, 25). */

export const passwordErrors = defineErrors({
  PASSWORD_SIGN_IN_DISABLED: {
    status: 403,
    message: "Password sign-in is not available on this server",
  },
  CREDENTIALS_INVALID: { status: 400, message: "Email, phone number or password is wrong" },
  PASSWORD_WEAK: { status: 400, message: "Please choose a longer or less common password" },
});

/** How long and how common it may be is judged by the service: the refusal carries the text of its code. */
export const password = z.string().check(z.minLength(1), z.maxLength(PASSWORD_TEXT_MAX));

const newAccount = { identifier, password, fullName: personText(1, FULL_NAME_MAX) };

export const signUp = endpoint({
  ...routes.signUp,
  group: "auth",
  summary:
    "Sends a code that makes an account with this password; the reply is the same whether the address has an account or not",
  body: z.strictObject(newAccount),
  reply: sentOtp,
  isReplayed: false,
  errors: ["PASSWORD_SIGN_IN_DISABLED", "PASSWORD_WEAK", ...sendRefusals],
});

export const signUpInvited = endpoint({
  ...routes.signUpInvited,
  group: "auth",
  summary:
    "The same with the code of an invitation, which is accepted once the person is signed in",
  body: z.strictObject({ ...newAccount, inviteCode }),
  reply: sentOtp,
  isReplayed: false,
  errors: ["PASSWORD_SIGN_IN_DISABLED", "PASSWORD_WEAK", ...invitationRefusals, ...sendRefusals],
});

export const signIn = endpoint({
  ...routes.signIn,
  group: "auth",
  summary: "Signs in with a password",
  body: z.strictObject({ identifier, password }),
  reply: firstStep,
  isReplayed: false,
  errors: [
    "PASSWORD_SIGN_IN_DISABLED",
    "CREDENTIALS_INVALID",
    "IDENTIFIER_REQUIRED",
    "IDENTIFIER_INVALID",
    "ACCOUNT_BLOCKED",
    "ORIGIN_NOT_ALLOWED",
  ],
});

export const forgotPassword = endpoint({
  ...routes.forgotPassword,
  group: "auth",
  summary:
    "Sends a link that sets a new password; the reply is the same whether the account exists or not",
  body: z.strictObject({ identifier }),
  reply: z.object({ user: z.object({ identifier: z.string() }) }),
  errors: [
    "PASSWORD_SIGN_IN_DISABLED",
    "IDENTIFIER_REQUIRED",
    "IDENTIFIER_INVALID",
    "PHONE_NOT_SUPPORTED",
    "OTP_DELIVERY_UNAVAILABLE",
    "ORIGIN_NOT_ALLOWED",
  ],
});

/** `{origin}/signin/reset#token=` */
export const resetPassword = endpoint({
  ...routes.resetPassword,
  group: "auth",
  summary: "Sets a new password by the token of such a link, and ends all sessions of the person",
  body: z.strictObject({ token: linkToken, password }),
  isReplayed: false,
  errors: ["PASSWORD_SIGN_IN_DISABLED", "PASSWORD_WEAK", "OTP_EXPIRED", "ORIGIN_NOT_ALLOWED"],
});

export const getPassword = endpoint({
  ...routes.getPassword,
  group: "auth",
  summary: "Since when the caller has a password; null without one",
  reply: z.object({ setAt: z.nullable(isoTime) }),
  errors: [],
});

export const setPassword = endpoint({
  ...routes.setPassword,
  group: "auth",
  summary: "Gives the caller a password, or another one, and ends their other sessions",
  elevation: "always",
  body: z.strictObject({ password }),
  isReplayed: false,
  errors: ["PASSWORD_SIGN_IN_DISABLED", "PASSWORD_WEAK"],
});

export const deletePassword = endpoint({
  ...routes.deletePassword,
  group: "auth",
  summary: "Takes the caller's password away: codes sign them in as before",
  elevation: "always",
  errors: [],
});

export const sendVerificationEmail = endpoint({
  ...routes.sendVerificationEmail,
  group: "auth",
  summary:
    "Sends a code to the caller's email address, where that is not verified yet; null where there is nothing to verify",
  reply: z.object({ sent: z.nullable(sentOtp) }),
  isReplayed: false,
  errors: ["OTP_RATE_LIMITED", "OTP_DELIVERY_UNAVAILABLE", "ORIGIN_NOT_ALLOWED"],
});

export const verifyEmail = endpoint({
  ...routes.verifyEmail,
  group: "auth",
  summary:
    "Verifies the caller's email address by that code, or by the token of a link that was sent there",
  body: z.union([z.strictObject({ otp }), z.strictObject({ token: linkToken })]),
  errors: [
    "OTP_LENGTH_INVALID",
    "OTP_DIGITS_ONLY",
    "OTP_INVALID",
    "OTP_EXPIRED",
    "ORIGIN_NOT_ALLOWED",
  ],
});
