import type { OtpDelivery } from "@colbin/protocol";

/* The texts of what sign-in sends: plain, short, and true without knowing the product. */

export interface Notice {
  readonly subject: string;
  readonly text: string;
}

function minutes(seconds: number): string {
  const count = Math.round(seconds / 60);
  return count === 1 ? "one minute" : `${count} minutes`;
}

/** The address that carries a link's token in its fragment, which no server log on the way ever sees. */
export function toLinkAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/signin/link#token=${encodeURIComponent(token)}`;
}

export interface SecretNotice {
  readonly productName: string;
  readonly delivery: OtpDelivery;
  /** The code, or the address of the link. */
  readonly secret: string;
  readonly lifeS: number;
}

/** Carries a code, or in link mode a link (rules-identity 14). */
export function toSecretNotice({ productName, delivery, secret, lifeS }: SecretNotice): Notice {
  const unasked = `If you did not ask for it, somebody typed your address by mistake: you need not do anything.`;
  if (delivery === "code") {
    return {
      subject: `Your ${productName} sign-in code`,
      text: `${secret} is your ${productName} sign-in code. It works once, for ${minutes(lifeS)}.\n\nNever tell it to anybody. ${unasked}\n`,
    };
  }
  return {
    subject: `Your ${productName} sign-in link`,
    text: `Open this link to sign in to ${productName}. It works once, for ${minutes(lifeS)}:\n\n${secret}\n\nYou get a link instead of a code because codes were asked for or guessed too often. Never pass it on. ${unasked}\n`,
  };
}

export const alertKinds = ["new-device", "wrong-codes", "token-reuse"] as const;
export type AlertKind = (typeof alertKinds)[number];

export interface SecurityAlert {
  readonly productName: string;
  readonly kind: AlertKind;
  readonly at: Date;
  readonly address: string;
  readonly userAgent: string | undefined;
}

/** Tells the owner of an account what happened to it (rules-identity 15, 35). */
export function toSecurityNotice(alert: SecurityAlert): Notice {
  const { productName } = alert;
  const when = `${alert.at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const device = alert.userAgent === undefined ? "" : `\nDevice: ${alert.userAgent}`;
  const facts = `Time: ${when}\nNetwork address: ${alert.address}${device}`;
  switch (alert.kind) {
    case "new-device":
      return {
        subject: `New sign-in to your ${productName} account`,
        text: `Somebody signed in to your ${productName} account on a device that was not used for it before.\n\n${facts}\n\nIf it was you, all is well. If not, somebody else can read your messages: secure your mailbox, then sign in to ${productName} and sign out everywhere.\n`,
      };
    case "wrong-codes":
      return {
        subject: `Wrong sign-in codes for your ${productName} account`,
        text: `Several wrong sign-in codes were entered for your ${productName} account today.\n\n${facts}\n\nNobody got in with them, and after a few more only a link to your address will work. You need not do anything.\n`,
      };
    case "token-reuse":
      return {
        subject: `A session of your ${productName} account was ended`,
        text: `A session of your ${productName} account was used from two places at once, which can mean that it was copied. We ended it.\n\n${facts}\n\nPlease sign in again. If it happens again, check that device.\n`,
      };
  }
}
