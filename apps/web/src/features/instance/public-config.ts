import { MESSAGE_MAX_CHARS, OTP_LENGTH, type PublicConfig } from "@colbin/protocol";
import { use, useSyncExternalStore } from "react";
import { account } from "#web/lib/account.ts";
import { createReloaded } from "#web/lib/reloaded.ts";

/** What is shown while the server cannot be reached. */
const fallback: PublicConfig = {
  productName: "Colbin",
  otpLength: OTP_LENGTH,
  methods: { otp: true, password: false, google: false, github: false, passkey: false },
  signupMode: "open",
  termsUrl: "/legal/terms",
  privacyUrl: "/legal/privacy",
  devDelivery: false,
  limits: { messageMaxChars: MESSAGE_MAX_CHARS, accountDeletionDays: 14 },
};

/** How soon is asked again for what did not load. */
const RETRY_AFTER_MS = 10_000;

const config = createReloaded({
  load: () => account.config(),
  fallback,
  retryAfterMs: RETRY_AFTER_MS,
});

/** Asked for once, and again where it did not load. */
export const loadPublicConfig: () => Promise<PublicConfig> = config.get;

/** What the server says of itself; suspends until it has said it, or could not be reached. */
export function usePublicConfig(): PublicConfig {
  return use(useSyncExternalStore(config.subscribe, config.get));
}
