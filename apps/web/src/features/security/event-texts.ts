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
  byGoogle: { id: "securityEvents.byGoogle", message: "Signed in with Google" },
  byGithub: { id: "securityEvents.byGithub", message: "Signed in with GitHub" },
  byPasskey: { id: "securityEvents.byPasskey", message: "Signed in with a passkey" },
  newDevice: { id: "securityEvents.newDevice", message: "{what}, on a new device" },
  wrongCode: { id: "securityEvents.wrongCode", message: "Wrong sign-in code" },
  wrongPassword: { id: "securityEvents.wrongPassword", message: "Wrong password" },
  stopped: {
    id: "securityEvents.stopped",
    message: "First sign-in step passed, second one refused",
  },
  elevationCode: {
    id: "securityEvents.elevationCode",
    message: "Wrong code when asked to confirm that it was you",
  },
  elevationPassword: {
    id: "securityEvents.elevationPassword",
    message: "Wrong password when asked to confirm that it was you",
  },
  elevationFactor: {
    id: "securityEvents.elevationFactor",
    message: "Wrong code of the authenticator app when asked to confirm that it was you",
  },
  addressCode: {
    id: "securityEvents.addressCode",
    message: "Wrong code when asked to confirm an address",
  },
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
  connected: { id: "securityEvents.connected", message: "{provider} connected" },
  disconnected: { id: "securityEvents.disconnected", message: "{provider} disconnected" },
  verified: { id: "securityEvents.verified", message: "Email address verified" },
  totpAdded: { id: "securityEvents.totpAdded", message: "Authenticator app added: {name}" },
  totpRemoved: { id: "securityEvents.totpRemoved", message: "Authenticator app removed: {name}" },
  passkeyAdded: { id: "securityEvents.passkeyAdded", message: "Passkey added: {name}" },
  passkeyRemoved: { id: "securityEvents.passkeyRemoved", message: "Passkey removed: {name}" },
  factorsReset: {
    id: "securityEvents.factorsReset",
    message: "All second sign-in steps removed by those who run this server",
  },
  codesRenewed: { id: "securityEvents.codesRenewed", message: "New recovery codes made" },
  exported: { id: "securityEvents.exported", message: "Your data was downloaded" },
  keyMade: { id: "securityEvents.keyMade", message: "API key created: {name}" },
  keyEnded: { id: "securityEvents.keyEnded", message: "API key ended: {name}" },
} as const satisfies Record<string, Text>;

/** The event in words. */
export function eventText({ kind, details }: SecurityEvent): string {
  switch (kind) {
    case "sign-in":
      return withDevice(signInText(details["by"]), details);
    case "failed sign-in":
    case "failed elevation":
      return withDevice(failureText(kind, details["by"]), details);
    case "failed verification":
      return t(eventTexts.addressCode);
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
      return identifierText(details);
    case "second factor":
      return factorText(details);
    case "api key":
      return t(details["change"] === "ended" ? eventTexts.keyEnded : eventTexts.keyMade, {
        name: String(details["name"]),
      });
    case "export":
      return t(eventTexts.exported);
  }
}

function withDevice(text: Text, details: SecurityEvent["details"]): string {
  const what = t(text);
  const isElsewhere = details["isNewDevice"] === true && details["isNewAccount"] !== true;
  return isElsewhere ? t(eventTexts.newDevice, { what }) : what;
}

function signInText(by: unknown): Text {
  switch (by) {
    case "password":
      return eventTexts.byPassword;
    case "google":
      return eventTexts.byGoogle;
    case "github":
      return eventTexts.byGithub;
    case "passkey":
      return eventTexts.byPasskey;
    case "code":
      return eventTexts.byCode;
    default:
      return eventTexts.byLink;
  }
}

const failures = {
  "failed sign-in": {
    code: eventTexts.wrongCode,
    password: eventTexts.wrongPassword,
    factor: eventTexts.stopped,
  },
  "failed elevation": {
    code: eventTexts.elevationCode,
    password: eventTexts.elevationPassword,
    factor: eventTexts.elevationFactor,
  },
} as const;

function failureText(kind: keyof typeof failures, by: unknown): Text {
  const { code, password, factor } = failures[kind];
  if (by === "second factor") return factor;
  return by === "password" ? password : code;
}

const factorChanges = {
  totp: { added: eventTexts.totpAdded, removed: eventTexts.totpRemoved },
  passkey: { added: eventTexts.passkeyAdded, removed: eventTexts.passkeyRemoved },
} as const;

function factorText(details: SecurityEvent["details"]): string {
  const { change, of } = details;
  if (change === "reset") return t(eventTexts.factorsReset);
  if (change === "renewed codes") return t(eventTexts.codesRenewed);
  const { added, removed } = factorChanges[of === "passkey" ? "passkey" : "totp"];
  return t(change === "added" ? added : removed, { name: String(details["name"]) });
}

function identifierText({ change, of }: SecurityEvent["details"]): string {
  const provider = of === "google" ? "Google" : "GitHub";
  switch (change) {
    case "verified":
      return t(eventTexts.verified);
    case "connected":
      return t(eventTexts.connected, { provider });
    case "disconnected":
      return t(eventTexts.disconnected, { provider });
    default:
      return t(of === "phone" ? eventTexts.phone : eventTexts.email);
  }
}
