import * as z from "zod/mini";
import { userRoles } from "./accounts.ts";
import { publicConfig, signupModes } from "./instance.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { isoTime, userId, workspaceId } from "./kernel/ids.ts";
import { pageOf, pageQuery } from "./kernel/paging.ts";
import { EMAIL_MAX_LENGTH } from "./limits.ts";
import { routes } from "./routes.ts";

/* For those who run the server (rules-identity 3): how it is, and who is on it. Never what anybody wrote. */

/** Settings of the operator about which people ask, by their names. */
export const instanceLimits = [
  "MESSAGE_MAX_CHARS",
  "FILE_MAX_MB",
  "UPLOAD_GB_DAY",
  "QUOTA_PERSON_GB",
  "QUOTA_ORGANIZATION_GB",
  "SEND_RATE",
  "OTP_LENGTH",
  "OTP_TTL_S",
  "OTP_TRIES_PER_CODE",
  "OTP_SENDS_PER_IDENTIFIER_HOUR",
  "REFRESH_IDLE_MINUTES",
  "SESSION_MAX_DAYS",
  "SESSIONS_PER_ACCOUNT",
  "ORG_MAX_OWNED",
  "INVITES_PER_ORG_DAY",
  "ACCOUNT_DELETION_DAYS",
  "ORG_DELETION_DAYS",
  "MESSAGE_PURGE_DAYS",
  "AUDIT_DAYS",
] as const;
export type InstanceLimit = (typeof instanceLimits)[number];

/** Work that is left to jobs. */
const workload = z.object({
  /** Given up within the last 24 hours. */
  failed: z.int(),
  /** Due and not done, or to be tried again. */
  waiting: z.int(),
});

/** How one-time codes reach people. */
export const codeDeliveries = ["dev", "smtp", "webhook"] as const;
/** How other mails do; `none`: there is no mail server. */
export const mailDeliveries = ["dev", "smtp", "none"] as const;

export const getInstance = endpoint({
  ...routes.getInstance,
  group: "instance",
  summary: "How the server is and what is set; for those who run it",
  reply: z.object({
    version: z.string(),
    /** Start of the process that answers. */
    startedAt: isoTime,
    signupMode: z.enum(signupModes),
    methods: publicConfig.shape.methods,
    limits: z.array(z.object({ name: z.enum(instanceLimits), value: z.int() })),
    mail: z.extend(workload, {
      codes: z.enum(codeDeliveries),
      mails: z.enum(mailDeliveries),
    }),
    push: workload,
    /** Jobs of every kind, also those of mails and pushes. */
    jobs: workload,
    database: z.object({ bytes: z.int() }),
    audit: z.object({
      chains: z.int(),
      /** Events that are linked into them. */
      events: z.int(),
      /** Chains that did not hold when they were checked last. */
      broken: z.int(),
      /** Null: not yet. */
      checkedAt: z.nullable(isoTime),
    }),
  }),
  errors: [],
});

export const instanceUser = z.object({
  id: userId,
  fullName: z.string(),
  username: z.string(),
  avatar_url: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  role: z.enum(userRoles),
  isBlocked: z.boolean(),
  /** Null: never, as far as is known. */
  lastActiveAt: z.nullable(isoTime),
});
export type InstanceUser = z.infer<typeof instanceUser>;

export const listInstanceUsers = endpoint({
  ...routes.listInstanceUsers,
  group: "instance",
  summary: "All accounts by name, wherever the caller works; for those who run the server",
  query: z.strictObject({
    ...pageQuery,
    /** A part of the name or username, or a whole email address or phone number. */
    search: z.optional(z.string().check(z.maxLength(EMAIL_MAX_LENGTH))),
  }),
  reply: pageOf(instanceUser),
  errors: [],
});

/** Deleted ones can be restored until they are purged. */
export const instanceOrganizationStatuses = ["ACTIVE", "DELETED"] as const;

export const instanceOrganization = z.object({
  id: workspaceId,
  title: z.string(),
  /** Active ones. */
  members: z.int(),
  createdAt: isoTime,
  status: z.enum(instanceOrganizationStatuses),
  /** For a deleted one: from then on it cannot come back. */
  purgesAt: z.nullable(isoTime),
});
export type InstanceOrganization = z.infer<typeof instanceOrganization>;

export const listInstanceOrganizations = endpoint({
  ...routes.listInstanceOrganizations,
  group: "instance",
  summary: "All organizations by title, deleted ones last; for those who run the server",
  query: z.strictObject(pageQuery),
  reply: pageOf(instanceOrganization),
  errors: [],
});
