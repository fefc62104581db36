import { toApiError } from "@colbin/client";
import type { CallOf, ElevationMethod, ReplyOf, SocialProvider } from "@colbin/protocol";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { elevationTexts } from "./elevation-texts.ts";
import { keepElevation } from "./elevation.ts";
import { otpProblem, TOTP_LENGTH } from "./otp.ts";
import { ownRefusal } from "./own-refusal.ts";
import { canUsePasskeys } from "./passkey-support.ts";
import { showPasskey } from "./passkeys.ts";

type SentCode = Extract<ReplyOf<"revealAuth">, { sent: true }>;

/** A way that the dialog itself asks by; providers are asked in windows of their own. */
export type ShownWay = Exclude<ElevationMethod, SocialProvider>;

/** The proof that the person is asked for. */
export type AskedProof = {
  /** All ways that the person has on this device. */
  readonly ways: readonly ElevationMethod[];
} & (
  | { readonly way: "otp"; readonly sent: SentCode }
  /** Undefined where they have providers alone. */
  | { readonly way: Exclude<ShownWay, "otp"> | undefined }
);

/** The preferred one first. */
export const shownWays = [
  "passkey",
  "totp",
  "password",
  "otp",
] as const satisfies readonly ShownWay[];

export async function readWays(): Promise<readonly ElevationMethod[]> {
  const { methods } = await account.call("listElevationMethods", {});
  return methods.filter((each) => each !== "passkey" || canUsePasskeys());
}

/** The first to be asked by. A person without any way hears from the server why it sends no code. */
export function preferredWay(ways: readonly ElevationMethod[]): ShownWay | undefined {
  return ways.length === 0 ? "otp" : shownWays.find((each) => ways.includes(each));
}

/** Shows a proof to the server, whose elevation is kept; rejects where it refuses it. */
export async function reveal(body: CallOf<"revealAuth">["body"]): Promise<void> {
  const input = { body } as CallOf<"revealAuth">;
  const reply = await account.call("revealAuth", input);
  if ("elevation" in reply) keepElevation(reply.elevation);
}

/** The same with what the person typed, or with a passkey. */
export async function revealBy(way: ShownWay | undefined, value: string): Promise<void> {
  switch (way) {
    case "otp":
      return reveal({ otp: value });
    case "totp":
      return reveal({ totp: value });
    case "password":
      return revealPassword(value);
    case "passkey": {
      const accessToken = await account.tokens.ensureValid();
      return showPasskey({ accessToken }, (passkey) => reveal({ passkey }));
    }
    case undefined:
      return undefined;
  }
}

/** The server's words are those of a sign-in, which also asked for an address. */
async function revealPassword(password: string): Promise<void> {
  try {
    await reveal({ password });
  } catch (cause) {
    if (toApiError(cause).code !== "CREDENTIALS_INVALID") throw cause;
    throw ownRefusal(elevationTexts.wrongPassword);
  }
}

/** The question in the place of that of the act. */
export function proofText(asked: AskedProof): string {
  switch (asked.way) {
    case "otp":
      return t(elevationTexts.sent, { to: asked.sent.to });
    case "totp":
      return t(elevationTexts.totpText);
    case "password":
      return t(elevationTexts.passwordText);
    case "passkey":
      return t(elevationTexts.passkeyText);
    case undefined:
      return t(elevationTexts.providerText);
  }
}

/** May it be shown to the server? */
export function isProofFilled(asked: AskedProof, value: string): boolean {
  switch (asked.way) {
    case "otp":
      return otpProblem(value, asked.sent.otpLength) === undefined;
    case "totp":
      return otpProblem(value, TOTP_LENGTH) === undefined;
    case "password":
      return value !== "";
    case "passkey":
      return true;
    case undefined:
      return false;
  }
}
