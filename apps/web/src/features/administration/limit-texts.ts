import type { InstanceLimit } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";

const units = {
  characters: {
    id: "limits.characters",
    message: "{n, plural, one {# character} other {# characters}}",
  },
  megabytes: { id: "limits.megabytes", message: "{n, plural, one {# MB} other {# MB}}" },
  gigabytes: { id: "limits.gigabytes", message: "{n, plural, one {# GB} other {# GB}}" },
  quota: { id: "limits.quota", message: "{n, plural, =0 {No limit} one {# GB} other {# GB}}" },
  digits: { id: "limits.digits", message: "{n, plural, one {# digit} other {# digits}}" },
  seconds: { id: "limits.seconds", message: "{n, plural, one {# second} other {# seconds}}" },
  minutes: { id: "limits.minutes", message: "{n, plural, one {# minute} other {# minutes}}" },
  days: { id: "limits.days", message: "{n, plural, one {# day} other {# days}}" },
  number: { id: "limits.number", message: "{n, plural, one {#} other {#}}" },
} as const satisfies Record<string, Text>;

interface LimitLook {
  readonly title: Text;
  readonly unit: Text;
}

/** How the page calls each limit, and in what it is counted. */
export const limitLooks: Readonly<Record<InstanceLimit, LimitLook>> = {
  MESSAGE_MAX_CHARS: {
    title: { id: "limits.message", message: "Length of a message" },
    unit: units.characters,
  },
  SEND_RATE: {
    title: { id: "limits.sends", message: "Messages of one person in a second" },
    unit: units.number,
  },
  FILE_MAX_MB: { title: { id: "limits.file", message: "Largest file" }, unit: units.megabytes },
  UPLOAD_GB_DAY: {
    title: { id: "limits.uploads", message: "Uploads of one person in a day" },
    unit: units.gigabytes,
  },
  QUOTA_PERSON_GB: {
    title: { id: "limits.quotaPerson", message: "Files of one person in an organization" },
    unit: units.quota,
  },
  QUOTA_ORGANIZATION_GB: {
    title: { id: "limits.quotaOrganization", message: "Files of one organization" },
    unit: units.quota,
  },
  OTP_LENGTH: {
    title: { id: "limits.otpLength", message: "Length of a sign-in code" },
    unit: units.digits,
  },
  OTP_TTL_S: {
    title: { id: "limits.otpLife", message: "A sign-in code works for" },
    unit: units.seconds,
  },
  OTP_TRIES_PER_CODE: {
    title: { id: "limits.otpTries", message: "Wrong tries for one code" },
    unit: units.number,
  },
  OTP_SENDS_PER_IDENTIFIER_HOUR: {
    title: { id: "limits.otpSends", message: "Codes to one address in an hour" },
    unit: units.number,
  },
  REFRESH_IDLE_MINUTES: {
    title: { id: "limits.idle", message: "An unused session ends after" },
    unit: units.minutes,
  },
  SESSION_MAX_DAYS: {
    title: { id: "limits.session", message: "Any session ends after" },
    unit: units.days,
  },
  SESSIONS_PER_ACCOUNT: {
    title: { id: "limits.sessions", message: "Sessions of one account" },
    unit: units.number,
  },
  ORG_MAX_OWNED: {
    title: { id: "limits.owned", message: "Organizations that one person may own" },
    unit: units.number,
  },
  INVITES_PER_ORG_DAY: {
    title: { id: "limits.invites", message: "Invitations of one organization in a day" },
    unit: units.number,
  },
  ACCOUNT_DELETION_DAYS: {
    title: { id: "limits.accounts", message: "A deleted account can come back for" },
    unit: units.days,
  },
  ORG_DELETION_DAYS: {
    title: { id: "limits.organizations", message: "A deleted organization can come back for" },
    unit: units.days,
  },
  MESSAGE_PURGE_DAYS: {
    title: { id: "limits.messages", message: "The text of a deleted message is kept for" },
    unit: units.days,
  },
  AUDIT_DAYS: {
    title: { id: "limits.audit", message: "An event of the audit is kept for" },
    unit: units.days,
  },
};

interface LimitGroup {
  readonly title: Text;
  readonly names: readonly InstanceLimit[];
}

/** The sections of the page; those of sign-in stand below the ways to sign in. */
export const limitGroups: readonly LimitGroup[] = [
  {
    title: { id: "limits.sessionsTitle", message: "Codes and sessions" },
    names: [
      "OTP_LENGTH",
      "OTP_TTL_S",
      "OTP_TRIES_PER_CODE",
      "OTP_SENDS_PER_IDENTIFIER_HOUR",
      "REFRESH_IDLE_MINUTES",
      "SESSION_MAX_DAYS",
      "SESSIONS_PER_ACCOUNT",
    ],
  },
  {
    title: { id: "limits.contentTitle", message: "Messages and files" },
    names: [
      "MESSAGE_MAX_CHARS",
      "SEND_RATE",
      "FILE_MAX_MB",
      "UPLOAD_GB_DAY",
      "QUOTA_PERSON_GB",
      "QUOTA_ORGANIZATION_GB",
    ],
  },
  {
    title: { id: "limits.organizationsTitle", message: "Organizations" },
    names: ["ORG_MAX_OWNED", "INVITES_PER_ORG_DAY"],
  },
  {
    title: { id: "limits.keptTitle", message: "How long things are kept" },
    names: ["ACCOUNT_DELETION_DAYS", "ORG_DELETION_DAYS", "MESSAGE_PURGE_DAYS", "AUDIT_DAYS"],
  },
];

export const signInTexts = {
  title: { id: "limits.signIn", message: "Sign-in" },
  lead: {
    id: "limits.lead",
    message:
      "What is in force now. The named setting changes it, with the next start of the server.",
  },
  signup: { id: "limits.signup", message: "New accounts" },
  open: { id: "limits.open", message: "Anyone" },
  invite: { id: "limits.invite", message: "Only people with an invitation" },
  otp: { id: "limits.otp", message: "One-time codes" },
  password: { id: "limits.password", message: "Passwords" },
  passkey: { id: "limits.passkey", message: "Passkeys" },
  google: { id: "limits.google", message: "Google" },
  github: { id: "limits.github", message: "GitHub" },
  on: { id: "limits.on", message: "On" },
  off: { id: "limits.off", message: "Off" },
} as const satisfies Record<string, Text>;
