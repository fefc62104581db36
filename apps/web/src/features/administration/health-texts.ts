import type { ReplyOf } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";

export const healthTexts = {
  mail: { id: "health.mail", message: "Mail" },
  codes: { id: "health.codes", message: "Sign-in codes" },
  mails: { id: "health.mails", message: "Other mails" },
  unsent: { id: "health.unsent", message: "Mails, last 24 hours" },
  work: { id: "health.work", message: "Pushes and jobs" },
  pushes: { id: "health.pushes", message: "Pushes, last 24 hours" },
  jobs: { id: "health.jobs", message: "All jobs, last 24 hours" },
  jobsHint: {
    id: "health.jobsHint",
    message: "Also those of mails and pushes. The log says why one failed.",
  },
  counts: { id: "health.counts", message: "{failed} failed, {waiting} waiting" },
  allDone: { id: "health.allDone", message: "None failed, none waiting" },
  database: { id: "health.database", message: "Database" },
  size: { id: "health.size", message: "Size" },
  audit: { id: "health.audit", message: "Audit" },
  chains: { id: "health.chains", message: "Chains" },
  chainsHint: {
    id: "health.chainsHint",
    message: "One for each workspace, and one for the server",
  },
  events: { id: "health.events", message: "Events" },
  checked: { id: "health.checked", message: "Last check" },
  unchecked: { id: "health.unchecked", message: "Not checked yet. Every night at 3:23 UTC." },
  whole: { id: "health.whole", message: "Whole, {date}" },
  broken: { id: "health.broken", message: "{n, plural, one {# broken} other {# broken}}, {date}" },
  alert: {
    id: "health.alert",
    message:
      "{n, plural, one {# chain of the audit is broken} other {# chains of the audit are broken}}: somebody changed or removed events in the database. npm run admin -- audit-verify tells where.",
  },
  version: { id: "health.version", message: "Version" },
  running: { id: "health.running", message: "Colbin" },
  started: { id: "health.started", message: "Started" },
} as const satisfies Record<string, Text>;

type Mail = ReplyOf<"getInstance">["mail"];

/** By what codes reach people. */
export const codeTexts: Readonly<Record<Mail["codes"], Text>> = {
  dev: { id: "health.codesDev", message: "Shown on the page, not sent" },
  smtp: { id: "health.codesSmtp", message: "By the mail server" },
  webhook: { id: "health.codesWebhook", message: "By your gateway" },
};

/** By what other mails do. */
export const mailTexts: Readonly<Record<Mail["mails"], Text>> = {
  dev: { id: "health.mailsDev", message: "Kept in the outbox, not sent" },
  smtp: { id: "health.codesSmtp", message: "By the mail server" },
  none: { id: "health.mailsNone", message: "Not sent: there is no mail server" },
};
