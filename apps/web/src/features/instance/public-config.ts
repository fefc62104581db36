import { MESSAGE_MAX_CHARS, OTP_LENGTH, type PublicConfig } from "@colbin/protocol";
import { use, useSyncExternalStore } from "react";
import { account } from "#web/lib/api/account.ts";
import { createReloaded } from "#web/lib/react/reloaded.ts";

/** Shown while the server cannot be reached. */
const fallback: PublicConfig = {
  productName: "Colbin",
  otpLength: OTP_LENGTH,
  methods: { otp: true, password: false, google: false, github: false, passkey: false },
  hasPhones: true,
  hasPdf: false,
  signupMode: "open",
  termsUrl: "/legal/terms",
  privacyUrl: "/legal/privacy",
  devDelivery: false,
  limits: { messageMaxChars: MESSAGE_MAX_CHARS, accountDeletionDays: 14 },
};

/** How soon is asked again for what did not load. */
const RETRY_AFTER_MS = 10_000;

/** The key belongs to the device, for all who sign in on it. */
const STORAGE_KEY = "publicConfig";
const { storage } = account.runtime;

async function load(): Promise<PublicConfig> {
  const loaded = await account.config();
  storage.set(STORAGE_KEY, JSON.stringify(loaded));
  return loaded;
}

/** As it was loaded the last time; an older build may have kept less. */
function readKnown(): PublicConfig | undefined {
  try {
    const kept = JSON.parse(storage.get(STORAGE_KEY) ?? "") as Partial<PublicConfig>;
    return { ...fallback, ...kept, limits: { ...fallback.limits, ...kept.limits } };
  } catch {
    return undefined;
  }
}

const config = createReloaded({
  load,
  known: readKnown(),
  fallback,
  retryAfterMs: RETRY_AFTER_MS,
});

/** Asked for once, and again where it did not load. */
export const loadPublicConfig: () => Promise<PublicConfig> = config.get;

/** The public settings of the server; suspends the first time, until they are loaded or the server could not be reached. */
export function usePublicConfig(): PublicConfig {
  return use(useSyncExternalStore(config.subscribe, config.get));
}
