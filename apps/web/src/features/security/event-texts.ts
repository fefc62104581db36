import type { SecurityEvent } from "@colbin/protocol";
import { t, type Text } from "#web/lib/language/i18n.ts";

export const eventTexts = {
  title: { id: "securityEvents.title", message: "What happened lately" },
  failed: {
    id: "securityEvents.failed",
    message: "The events of your account could not be loaded",
  },
  showAll: { id: "securityEvents.showAll", message: "Show all" },
  hint: { id: "securityEvents.hint", message: "The last 90 days." },
  from: { id: "securityEvents.from", message: "From {address}" },
  byCode: { id: "securityEvents.byCode", message: "Signed in with a code" },
  byLink: { id: "securityEvents.byLink", message: "Signed in with a link" },
  byPassword: { id: "securityEvents.byPassword", message: "Signed in with a password" },
  newDevice: { id: "securityEvents.newDevice", message: "{what}, on a new device" },
  wrongCode: { id: "securityEvents.wrongCode", message: "Wrong sign-in code" },
  wrongPassword: { id: "securityEvents.wrongPassword", message: "Wrong password" },
  signedOut: { id: "securityEvents.signedOut", message: "Signed out" },
  ended: { id: "securityEvents.ended", message: "A session was ended" },
  reused: {
    id: "securityEvents.reused",
    message: "A session was used from two places at once, and ended",
  },
  passwordSet: { id: "securityEvents.passwordSet", message: "Password set" },
  passwordRemoved: { id: "securityEvents.passwordRemoved", message: "Password removed" },
  email: { id: "securityEvents.email", message: "Email address changed" },
  phone: { id: "securityEvents.phone", message: "Phone number changed" },
  verified: { id: "securityEvents.verified", message: "Email address verified" },
} as const satisfies Record<string, Text>;

/** The event in words. */
export function eventText({ kind, details }: SecurityEvent): string {
  switch (kind) {
    case "sign-in": {
      const what = t(signInText(details["by"]));
      const isElsewhere = details["isNewDevice"] === true && details["isNewAccount"] !== true;
      return isElsewhere ? t(eventTexts.newDevice, { what }) : what;
    }
    case "failed sign-in":
      return t(details["by"] === "password" ? eventTexts.wrongPassword : eventTexts.wrongCode);
    case "sign-out":
      return t(eventTexts.signedOut);
    case "session ended":
      return t(eventTexts.ended);
    case "token reuse":
      return t(eventTexts.reused);
    case "password":
      return t(
        details["change"] === "removed" ? eventTexts.passwordRemoved : eventTexts.passwordSet,
      );
    case "identifier":
      if (details["change"] === "verified") return t(eventTexts.verified);
      return t(details["of"] === "phone" ? eventTexts.phone : eventTexts.email);
  }
}

function signInText(by: unknown): Text {
  if (by === "password") return eventTexts.byPassword;
  return by === "code" ? eventTexts.byCode : eventTexts.byLink;
}
