import {
  instanceLimits,
  type InstanceLimit,
  type InstanceOrganization,
  type PublicConfig,
  type ReplyOf,
} from "@colbin/protocol";
import { toPasskeyDomain } from "../factors/passkeys.service.ts";
import { isConfigured } from "../social/providers.service.ts";
import type { Config } from "#server/config.ts";
import type { ChainSummary } from "#server/features/audit/chain.service.ts";
import type { JobCount } from "#server/platform/jobs/job-counts.ts";
import type { InstanceOrganizationRow } from "./instance.queries.ts";

/** Built into the web app; what the operator names instead comes first. */
const TERMS_PATH = "/legal/terms";
const PRIVACY_PATH = "/legal/privacy";

/** What anybody may know of this server, field by field: the configuration also holds secrets. */
export function toPublicConfig(config: Config, hasPdf: boolean): PublicConfig {
  return {
    productName: config.productName,
    otpLength: config.otpLength,
    methods: toMethods(config),
    hasPhones: config.otpDelivery === "dev" || config.otpWebhookUrl !== undefined,
    hasPdf,
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

function toMethods(config: Config): PublicConfig["methods"] {
  return {
    otp: true,
    password: config.passwordSignIn === "on",
    google: isConfigured(config, "google"),
    github: isConfigured(config, "github"),
    passkey: toPasskeyDomain(config) !== undefined,
  };
}

/** Kinds of jobs that carry something to people. */
export const carriers = {
  mail: [
    "auth.deliver-secret",
    "auth.address-claim",
    "auth.security-alert",
    "invitations.send",
    "notifications.mail",
    "notification-tests.mail",
    "digests.mail",
  ],
  push: ["push.send", "push.send-many", "push.send-waiting"],
} as const;

interface InstanceFacts {
  readonly version: string;
  readonly startedAt: Date;
  readonly jobs: readonly JobCount[];
  readonly bytes: number;
  readonly chains: ChainSummary;
  readonly canSendMail: boolean;
}

/** Field by field, as above. */
export function toInstance(config: Config, facts: InstanceFacts): ReplyOf<"getInstance"> {
  const { version, startedAt, jobs, bytes, chains, canSendMail } = facts;
  const { otpDelivery, signupMode } = config;
  const values = toLimits(config);
  const { checkedAt, ...counts } = chains;
  return {
    version,
    startedAt: startedAt.toISOString(),
    signupMode,
    methods: toMethods(config),
    limits: instanceLimits.map((name) => ({ name, value: values[name] })),
    mail: {
      ...sumOf(jobs, carriers.mail),
      codes: otpDelivery,
      mails: otpDelivery === "dev" ? "dev" : canSendMail ? "smtp" : "none",
    },
    push: sumOf(jobs, carriers.push),
    jobs: sumOf(jobs),
    database: { bytes },
    audit: { ...counts, checkedAt: checkedAt?.toISOString() ?? null },
  };
}

/** Sums over all kinds where none are named. */
function sumOf(jobs: readonly JobCount[], names?: readonly string[]) {
  const counted = names ? jobs.filter(({ name }) => names.includes(name)) : jobs;
  const sum = (key: "failed" | "waiting") => counted.reduce((total, job) => total + job[key], 0);
  return { failed: sum("failed"), waiting: sum("waiting") };
}

function toLimits(config: Config): Readonly<Record<InstanceLimit, number>> {
  return {
    MESSAGE_MAX_CHARS: config.messageMaxChars,
    FILE_MAX_MB: config.fileMaxMb,
    UPLOAD_GB_DAY: config.uploadGbDay,
    QUOTA_PERSON_GB: config.quotaPersonGb,
    QUOTA_ORGANIZATION_GB: config.quotaOrganizationGb,
    SEND_RATE: config.sendRate,
    OTP_LENGTH: config.otpLength,
    OTP_TTL_S: config.otpTtlS,
    OTP_TRIES_PER_CODE: config.otpTriesPerCode,
    OTP_SENDS_PER_IDENTIFIER_HOUR: config.otpSendsPerIdentifierHour,
    REFRESH_IDLE_MINUTES: config.refreshIdleMinutes,
    SESSION_MAX_DAYS: config.sessionMaxDays,
    SESSIONS_PER_ACCOUNT: config.sessionsPerAccount,
    ORG_MAX_OWNED: config.orgMaxOwned,
    INVITES_PER_ORG_DAY: config.invitesPerOrgDay,
    ACCOUNT_DELETION_DAYS: config.accountDeletionDays,
    ORG_DELETION_DAYS: config.orgDeletionDays,
    MESSAGE_PURGE_DAYS: config.messagePurgeDays,
    AUDIT_DAYS: config.auditDays,
  };
}

const DAY_MS = 24 * 60 * 60_000;

/** With how many are in it, and nothing of what they said there. */
export function toInstanceOrganization(
  { id, title, members, createdAt, deletedAt }: InstanceOrganizationRow,
  deletionDays: number,
): InstanceOrganization {
  const purgesAt = deletedAt && new Date(deletedAt.getTime() + deletionDays * DAY_MS);
  return {
    id,
    title,
    members,
    createdAt: createdAt.toISOString(),
    status: deletedAt ? "DELETED" : "ACTIVE",
    purgesAt: purgesAt?.toISOString() ?? null,
  };
}
