import { MESSAGE_MAX_CHARS, OTP_LENGTH, type PublicConfig } from "@colbin/protocol";
import { account } from "#web/lib/account.ts";

/** What is shown while the server cannot be reached. */
const fallback: PublicConfig = {
  productName: "Colbin",
  otpLength: OTP_LENGTH,
  methods: { otp: true, password: false, google: false, github: false, passkey: false },
  signupMode: "open",
  termsUrl: "/legal/terms",
  privacyUrl: "/legal/privacy",
  devDelivery: false,
  limits: { messageMaxChars: MESSAGE_MAX_CHARS },
};

let config: Promise<PublicConfig> | undefined;

/** Asked for once and the same promise ever after, as `use` wants it. */
export function loadPublicConfig(): Promise<PublicConfig> {
  config ??= account.config().catch(() => fallback);
  return config;
}
