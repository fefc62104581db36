import type { PublicConfig } from "@colbin/protocol";
import { toPasskeyDomain } from "../factors/passkeys.service.ts";
import { isConfigured } from "../social/providers.service.ts";
import type { Config } from "#server/config.ts";

/** Built into the web app; what the operator names instead comes first. */
const TERMS_PATH = "/legal/terms";
const PRIVACY_PATH = "/legal/privacy";

/** What anybody may know of this server, field by field: the configuration also holds secrets. */
export function toPublicConfig(config: Config): PublicConfig {
  return {
    productName: config.productName,
    otpLength: config.otpLength,
    methods: {
      otp: true,
      password: config.passwordSignIn === "on",
      google: isConfigured(config, "google"),
      github: isConfigured(config, "github"),
      passkey: toPasskeyDomain(config) !== undefined,
    },
    hasPhones: config.otpDelivery === "dev" || config.otpWebhookUrl !== undefined,
    signupMode: config.signupMode,
    termsUrl: config.termsUrl ?? TERMS_PATH,
    privacyUrl: config.privacyUrl ?? PRIVACY_PATH,
    devDelivery: config.otpDelivery === "dev",
    limits: {
      messageMaxChars: config.messageMaxChars,
      accountDeletionDays: config.accountDeletionDays,
    },
  };
}
