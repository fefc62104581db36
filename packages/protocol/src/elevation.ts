import * as z from "zod/mini";
import { otp } from "./auth.ts";
import { passkeyAnswer, totpCode } from "./factors.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { isoTime } from "./kernel/ids.ts";
import { password } from "./passwords.ts";
import { routes } from "./routes.ts";
import { socialGrant } from "./social.ts";
import { socialProviders } from "./social.constants.ts";

/** A fresh proof of who holds the session (rules-identity 29). */
export const elevation = z.object({ token: z.string(), expires: isoTime });

/** The ways to one: a code to the first verified address, or what the person also has. */
export const elevationMethods = ["otp", "password", "totp", "passkey", ...socialProviders] as const;
export type ElevationMethod = (typeof elevationMethods)[number];

export const listElevationMethods = endpoint({
  ...routes.listElevationMethods,
  group: "auth",
  summary: "The ways by which the caller can show `revealAuth` that it is still they",
  reply: z.object({ methods: z.array(z.enum(elevationMethods)) }),
  errors: [],
});

export const revealAuth = endpoint({
  ...routes.revealAuth,
  group: "auth",
  summary:
    "With nothing sends a code to the first verified address of the caller; with it, or with another proof, gives an elevation to the session",
  body: z.union([
    z.strictObject({ otp: z.optional(otp) }),
    z.strictObject({ password }),
    z.strictObject({ totp: totpCode }),
    z.strictObject({ passkey: passkeyAnswer }),
    z.strictObject(socialGrant),
  ]),
  reply: z.union([
    z.object({
      sent: z.literal(true),
      /** Where to, with most of it hidden. */
      to: z.string(),
      otpLength: z.int(),
      resendAfterMs: z.int(),
      /** Under dev delivery alone, as with `sendOtp`. */
      otp: z.optional(z.string()),
    }),
    z.object({ elevation }),
  ]),
  isReplayed: false,
  errors: [
    "OTP_LENGTH_INVALID",
    "OTP_DIGITS_ONLY",
    "OTP_INVALID",
    "OTP_EXPIRED",
    "OTP_RATE_LIMITED",
    "OTP_DELIVERY_UNAVAILABLE",
    "PHONE_NOT_SUPPORTED",
    "ORIGIN_NOT_ALLOWED",
    "PASSWORD_SIGN_IN_DISABLED",
    "CREDENTIALS_INVALID",
    "SECOND_FACTOR_INVALID",
    "PROVIDER_NOT_CONFIGURED",
    "SOCIAL_STATE_INVALID",
    "SOCIAL_FAILED",
  ],
});
