import * as z from "zod/mini";
import { identifier, otp, sendRefusals, sentOtp } from "./auth.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { routes } from "./routes.ts";
import { currentUser } from "./users.ts";

/*
 * The addresses by which a person signs in: another one, or the first of its kind (rules-identity 44). Calls of their own beside those of
 * signing in, so that each has one kind of caller and the door asks for the elevation.
 */

export const startIdentifierChange = endpoint({
  ...routes.startIdentifierChange,
  group: "auth",
  summary:
    "Sends a code to a new address of the caller; the reply is the same where the address belongs to another account",
  elevation: "always",
  body: z.strictObject({ identifier }),
  reply: sentOtp,
  isReplayed: false,
  errors: sendRefusals,
});

export const changeIdentifier = endpoint({
  ...routes.changeIdentifier,
  group: "auth",
  summary:
    "Makes the address that is proved by the code the caller's email address or phone number",
  elevation: "always",
  body: z.strictObject({ identifier, otp }),
  reply: currentUser,
  errors: [
    "IDENTIFIER_REQUIRED",
    "IDENTIFIER_INVALID",
    "OTP_LENGTH_INVALID",
    "OTP_DIGITS_ONLY",
    "OTP_INVALID",
    "OTP_EXPIRED",
    "ORIGIN_NOT_ALLOWED",
  ],
});
