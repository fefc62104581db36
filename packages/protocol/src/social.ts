import * as z from "zod/mini";
import { firstStep } from "./auth.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { isoTime } from "./kernel/ids.ts";
import { LINK_TOKEN_MAX, SOCIAL_CODE_MAX } from "./limits.ts";
import { routes } from "./routes.ts";
import { socialProviders } from "./social.constants.ts";

/* Signing in through an account at another service (rules-identity 17 to 19). */

export const socialErrors = defineErrors({
  SOCIAL_STATE_INVALID: { status: 400, message: "Authentication failed" },
  SOCIAL_FAILED: { status: 502, message: "Authentication failed" },
  SOCIAL_LINK_REQUIRED: {
    status: 409,
    message: "An account with this email exists. Enter the code we sent to it to connect the two.",
  },
  SOCIAL_ACCOUNT_TAKEN: { status: 409, message: "This account is connected to another person" },
  PROVIDER_NOT_CONFIGURED: {
    status: 409,
    message: "This provider is not configured by your administrator",
  },
  LAST_SIGN_IN_METHOD: { status: 409, message: "You cannot remove your only way to sign in" },
});

const provider = z.enum(socialProviders);
/** What the provider gave to `{origin}/oauthify-redirect`, with the state of the request that led there. */
export const socialGrant = {
  provider,
  code: z.string().check(z.minLength(1), z.maxLength(SOCIAL_CODE_MAX)),
  redirectUri: z.string().check(z.maxLength(LINK_TOKEN_MAX)),
  state: z.string().check(z.minLength(1), z.maxLength(LINK_TOKEN_MAX)),
  /** The issuer, where the provider names itself (RFC 9207): an answer of another one is refused. */
  iss: z.optional(z.string().check(z.maxLength(LINK_TOKEN_MAX))),
};

export const startSocial = endpoint({
  ...routes.startSocial,
  group: "auth",
  summary:
    "The address of the provider's page, for a window of its own, and the state that comes back",
  query: z.strictObject({ provider }),
  reply: z.object({ url: z.string(), state: z.string() }),
  errors: ["PROVIDER_NOT_CONFIGURED", "SOCIAL_FAILED"],
});

const refusals = [
  "PROVIDER_NOT_CONFIGURED",
  "SOCIAL_STATE_INVALID",
  "SOCIAL_FAILED",
  "ORIGIN_NOT_ALLOWED",
] as const;

/** Details of SOCIAL_LINK_REQUIRED are those of a code that was sent (`sentOtp`): `verifyOtp` with it connects the two. */
export const socialSignIn = endpoint({
  ...routes.socialSignIn,
  group: "auth",
  summary:
    "Signs in with what the provider gave; the first time makes the account, or asks for a code where its address has one",
  body: z.strictObject({ ...socialGrant, appName: z.optional(z.string().check(z.maxLength(100))) }),
  reply: firstStep,
  isReplayed: false,
  errors: [...refusals, "SOCIAL_LINK_REQUIRED", "OTP_RATE_LIMITED", "ACCOUNT_BLOCKED"],
});

export const socialAccount = z.object({
  provider,
  /** The name there. */
  login: z.nullable(z.string()),
  linkedAt: isoTime,
  usedAt: isoTime,
});
export type SocialAccount = z.infer<typeof socialAccount>;

export const listSocialAccounts = endpoint({
  ...routes.listSocialAccounts,
  group: "auth",
  summary: "The accounts at other services by which the caller signs in",
  reply: z.object({ accounts: z.array(socialAccount) }),
  errors: [],
});

export const linkSocialAccount = endpoint({
  ...routes.linkSocialAccount,
  group: "auth",
  summary: "Connects such an account to that of the caller; one of each provider",
  elevation: "always",
  body: z.strictObject(socialGrant),
  reply: socialAccount,
  isReplayed: false,
  errors: [...refusals, "SOCIAL_ACCOUNT_TAKEN"],
});

export const unlinkSocialAccount = endpoint({
  ...routes.unlinkSocialAccount,
  group: "auth",
  summary: "Disconnects it; where there is none nothing happens",
  params: z.strictObject({ provider }),
  elevation: "always",
  errors: ["LAST_SIGN_IN_METHOD"],
});
