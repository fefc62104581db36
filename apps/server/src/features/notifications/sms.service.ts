import type { UserId } from "@colbin/protocol";
import type { Config } from "#server/config.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Outgoing } from "#server/platform/outgoing/outgoing.ts";
import { smsJob, type NotificationJob } from "./kinds.jobs.ts";
import { toTitleAndBody } from "./notifications.view.ts";
import { findPhoneOwner } from "./sms.queries.ts";

/* Text messages through the operator's gateway: for security alerts and reminders alone, and only where there is one (rules-notifications 8). */

export interface SmsDeps extends Pick<Config, "smsGatewayUrl" | "smsGatewayToken"> {
  readonly db: Db;
  readonly outgoing: Pick<Outgoing, "post">;
}

const PATIENCE_MS = 10_000;
/** Of two parts of a text message, which every phone joins. */
const SMS_MAX_CHARS = 300;

/** Has a text message sent after the commit where this event is worth one. */
export async function planSms(
  tx: Tx,
  { jobs, smsGatewayUrl }: { readonly jobs: Jobs } & Pick<Config, "smsGatewayUrl">,
  job: NotificationJob,
): Promise<void> {
  const { type, userId } = job;
  if (smsGatewayUrl === undefined) return;
  if (type !== "SECURITY_ALERT" && type !== "REMINDER_DUE") return;
  const owner = await findPhoneOwner(tx, userId);
  // A person who has a phone alone is warned at it by sign-in.
  if (!owner || (type === "SECURITY_ALERT" && !owner.isEmailVerified)) return;
  const { title, body } = toTitleAndBody(job);
  const text = `${title}\n${body}`.slice(0, SMS_MAX_CHARS).toWellFormed();
  await jobs.enqueue(tx, smsJob, { userId, text });
}

/** Hands a text message to the gateway; at least once, since it is not asked whether it has it already. */
export async function sendSms(
  { db, outgoing, smsGatewayUrl: url, smsGatewayToken: token }: SmsDeps,
  { userId, text }: { readonly userId: UserId; readonly text: string },
): Promise<void> {
  const owner = await findPhoneOwner(db, userId);
  if (!owner || url === undefined) return;
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const body = JSON.stringify({ to: owner.phone, text });
  const { status } = await outgoing.post(url, { body, headers, timeoutMs: PATIENCE_MS });
  if (status < 200 || status >= 300)
    throw new Error(`The gateway for text messages answered with status ${status}`);
}
