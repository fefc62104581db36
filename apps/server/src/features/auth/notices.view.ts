import type { OtpDelivery, SecurityAlertKind } from "@colbin/protocol";
import type { MailContent } from "#server/platform/mail/mailer.ts";

/* The texts of what sign-in sends: plain, short, and true without knowing the product. */

function minutes(seconds: number): string {
  const count = Math.round(seconds / 60);
  return count === 1 ? "one minute" : `${count} minutes`;
}

/** The address that carries a link's token in its fragment, which no server log on the way ever sees. */
export function toLinkAddress(
  publicUrl: string,
  token: string,
  page: "link" | "reset" = "link",
): string {
  return `${publicUrl}/signin/${page}#token=${encodeURIComponent(token)}`;
}

/**
 * The use of the secret by its holder: signs in, for the first time to an account made for them, shows that it is still they (rules-identity
 * 29), proves an address of theirs, or sets a new password.
 */
export const secretPurposes = [
  "sign-in",
  "first sign-in",
  "elevation",
  "verification",
  "password reset",
] as const;
export type SecretPurpose = (typeof secretPurposes)[number];

export interface SecretNotice {
  readonly productName: string;
  readonly delivery: OtpDelivery;
  /** The code, or the address of the link. */
  readonly secret: string;
  readonly lifeS: number;
  readonly purpose: SecretPurpose;
}

/** Carries a code, or in link mode a link (rules-identity 14). */
export function toSecretNotice(notice: SecretNotice): MailContent {
  const { productName, delivery, secret, lifeS, purpose } = notice;
  if (purpose === "elevation") {
    return {
      subject: `Your ${productName} confirmation code`,
      paragraphs: [
        `${secret} is the code that confirms to ${productName} that it is you. It works once, for ${minutes(lifeS)}.`,
        "Never tell it to anybody. If you did not ask for it, somebody else is signed in as you: sign out everywhere.",
      ],
    };
  }
  if (purpose === "verification") {
    return {
      subject: `Confirm your address for ${productName}`,
      paragraphs: [
        `${secret} is the code that confirms to ${productName} that this address is yours. It works once, for ${minutes(lifeS)}.`,
        "Never tell it to anybody. If you did not ask for it, you need not do anything.",
      ],
    };
  }
  if (purpose === "password reset") {
    return {
      subject: `Set a new ${productName} password`,
      paragraphs: [
        `Open this link to set a new password for your ${productName} account. It works once, for ${minutes(lifeS)}:`,
      ],
      action: { label: "Set a new password", url: secret },
      foot: "All your sessions end then. Never pass the link on. If you did not ask for it, you need not do anything: your password stays as it is.",
    };
  }
  const unasked = `If you did not ask for it, somebody typed your address by mistake: you need not do anything.`;
  if (delivery === "code") {
    return {
      subject: `Your ${productName} sign-in code`,
      paragraphs: [
        `${secret} is your ${productName} sign-in code. It works once, for ${minutes(lifeS)}.`,
        `Never tell it to anybody. ${unasked}`,
      ],
    };
  }
  const action = { label: `Sign in to ${productName}`, url: secret };
  if (purpose === "first sign-in") {
    return {
      subject: `Your ${productName} account`,
      paragraphs: [
        `An account on ${productName} was made for you. Open this link to sign in. It works once, for ${minutes(lifeS)}:`,
      ],
      action,
      foot: "Later you sign in with this address and a code that is sent to it. Never pass the link on. If you want no account, you need not do anything.",
    };
  }
  return {
    subject: `Your ${productName} sign-in link`,
    paragraphs: [
      `Open this link to sign in to ${productName}. It works once, for ${minutes(lifeS)}:`,
    ],
    action,
    foot: `You get a link instead of a code because codes were asked for or guessed too often. Never pass it on. ${unasked}`,
  };
}

export interface SecurityAlert {
  readonly productName: string;
  readonly kind: SecurityAlertKind;
  readonly at: Date;
  /** Null where those who run the server did it. */
  readonly address: string | null;
  readonly userAgent: string | undefined;
}

/** Tells the owner of an account what happened to it (rules-identity 15, 35). */
export function toSecurityNotice(alert: SecurityAlert): MailContent {
  const when = `${alert.at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const { address, userAgent } = alert;
  const facts: [string, string][] = [["Time", when]];
  if (address !== null) facts.push(["Network address", address]);
  if (userAgent !== undefined) facts.push(["Device", userAgent]);
  return { ...alertWords[alert.kind](alert.productName), facts };
}

type AlertWords = (productName: string) => MailContent;

/** Of second factors and API keys. */
const factorAlerts = {
  "second-factor-added": (productName) => ({
    subject: `A second sign-in step for your ${productName} account`,
    paragraphs: [
      `A passkey or an authenticator app was added to your ${productName} account. Signing in asks for it from now on.`,
    ],
    foot: `If it was you, all is well: keep your recovery codes in a safe place. If not, remove it in your security settings, and sign out everywhere.`,
  }),
  "second-factor-removed": (productName) => ({
    subject: `A second sign-in step of your ${productName} account was removed`,
    paragraphs: [`A passkey or an authenticator app was removed from your ${productName} account.`],
    foot: `If it was you, all is well. If not, sign in to ${productName}, sign out everywhere, and add it again.`,
  }),
  "second-factors-reset": (productName) => ({
    subject: `The second sign-in steps of your ${productName} account were removed`,
    paragraphs: [
      `Those who run ${productName} removed all passkeys and authenticator apps from your account, and ended its sessions and API keys.`,
    ],
    foot: `If you asked them for it, all is well: sign in, and add a second step again. If not, tell them.`,
  }),
  "recovery-codes": (productName) => ({
    subject: `New recovery codes for your ${productName} account`,
    paragraphs: [
      `New recovery codes were made for your ${productName} account. Those of before work no more.`,
    ],
    foot: `If it was you, all is well. If not, sign in to ${productName}, sign out everywhere, and make new ones.`,
  }),
  "api-key-made": (productName) => ({
    subject: `An API key of your ${productName} account was made`,
    paragraphs: [
      `A key was made with which a program can act as you on ${productName}, within the limits that were chosen for it.`,
    ],
    foot: `If it was you, all is well. If not, end it in your settings, and sign out everywhere.`,
  }),
  "recovery-code-used": (productName) => ({
    subject: `A recovery code of your ${productName} account was used`,
    paragraphs: [
      `Somebody signed in to your ${productName} account with one of its recovery codes, which works no more.`,
    ],
    foot: `If it was you, all is well: make new codes before the last one is used. If not, sign out everywhere, and make new ones.`,
  }),
  "wrong-second-factors": (productName) => ({
    subject: `Wrong codes of the second sign-in step of your ${productName} account`,
    paragraphs: [
      `Somebody who passed the first step of signing in to your ${productName} account, or is signed in to it, entered several wrong codes of the second step.`,
    ],
    foot: `Nothing was opened with them. If it was not you, sign out everywhere, secure your mailbox, and change your password if you have one.`,
  }),
} as const satisfies Partial<Record<SecurityAlertKind, AlertWords>>;

const alertWords: Readonly<Record<SecurityAlertKind, AlertWords>> = {
  "new-device": (productName) => ({
    subject: `New sign-in to your ${productName} account`,
    paragraphs: [
      `Somebody signed in to your ${productName} account on a device that was not used for it before.`,
    ],
    foot: `If it was you, all is well. If not, somebody else can read your messages: secure your mailbox, then sign in to ${productName} and sign out everywhere.`,
  }),
  "wrong-codes": (productName) => ({
    subject: `Wrong codes for your ${productName} account`,
    paragraphs: [
      `Several wrong codes were entered today, to sign in to your ${productName} account or to confirm something in it.`,
    ],
    foot: "Nobody got in with them, and after a few more only a link to your address will work. You need not do anything.",
  }),
  "wrong-passwords": (productName) => ({
    subject: `Wrong passwords for your ${productName} account`,
    paragraphs: [`Several wrong passwords were entered for your ${productName} account.`],
    foot: "Nobody got in with them, and after a few more none is tried for an hour. You need not do anything.",
  }),
  "password-changed": (productName) => ({
    subject: `The password of your ${productName} account was changed`,
    paragraphs: [
      `A password was set for your ${productName} account, or taken away. Sessions on other devices were ended.`,
    ],
    foot: `If it was you, all is well. If not, secure your mailbox, then sign in to ${productName} with a code and set another password.`,
  }),
  "address-changed": (productName) => ({
    subject: `An address of your ${productName} account was changed`,
    paragraphs: [
      `Your ${productName} account has another email address or phone number from now on.`,
    ],
    foot: `If it was you, all is well. If not, tell those who run ${productName}: somebody else is signed in as you.`,
  }),
  "address-claimed": (productName) => ({
    subject: `Somebody wanted to use your address on ${productName}`,
    paragraphs: [
      `Another account on ${productName} asked to use this address, which belongs to your account.`,
    ],
    foot: "Nothing has changed, and nobody was told that you have an account. You need not do anything.",
  }),
  "account-connected": (productName) => ({
    subject: `Another way to sign in to your ${productName} account`,
    paragraphs: [
      `An account at another service was connected to your ${productName} account, and can sign in to it.`,
    ],
    foot: `If it was you, all is well. If not, disconnect it in your security settings, and sign out everywhere.`,
  }),
  "account-disconnected": (productName) => ({
    subject: `A way to sign in to your ${productName} account was removed`,
    paragraphs: [
      `An account at another service was disconnected from your ${productName} account, and can no longer sign in to it.`,
    ],
    foot: `If it was you, all is well. If not, sign in to ${productName} with a code and sign out everywhere.`,
  }),
  "token-reuse": (productName) => ({
    subject: `A session of your ${productName} account was ended`,
    paragraphs: [
      `A session of your ${productName} account was used from two places at once, which can mean that it was copied. We ended it.`,
    ],
    foot: "Please sign in again. If it happens again, check that device.",
  }),
  ...factorAlerts,
};
