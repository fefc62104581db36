import { otpDeliveries, securityAlerts, userId } from "@colbin/protocol";
import * as z from "zod/mini";
import { jobKind, MAIL_JOB_LIMIT_S, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { releaseUsernames } from "../users/accounts.service.ts";
import { toIdentifier } from "../users/identifiers.service.ts";
import type { Auth } from "./auth.service.ts";
import { isChallengeLive } from "./challenges.queries.ts";
import { deleteLapsed } from "./clean-up.service.ts";
import { deliver } from "./delivery.service.ts";
import { secretPurposes, toSecretNotice, toSecurityNotice } from "./notices.view.ts";
import { unseal } from "./secrets.service.ts";

/* What sign-in does after a commit. A code waits for its job sealed: no table ever holds it in the clear. */

/** Must be the same where a secret is sealed and where it is opened. */
export function sealContextOf(challengeId: string): string {
  return `deliver ${challengeId}`;
}

export const deliverSecretJob = jobKind({
  name: "auth.deliver-secret",
  data: z.object({
    challengeId: z.uuid(),
    identifier: z.string(),
    delivery: z.enum(otpDeliveries),
    sealed: z.string(),
    lifeS: z.int(),
    expiresAt: z.iso.datetime(),
    /** False where nobody may sign up: the request did all the same work, and nothing is sent (rules-identity 6). */
    isWanted: z.boolean(),
    /** Absent in jobs of before there was a choice. */
    purpose: z._default(z.enum(secretPurposes), "sign-in"),
  }),
  retries: 6,
  limitS: MAIL_JOB_LIMIT_S,
});

export const securityAlertJob = jobKind({
  name: "auth.security-alert",
  data: z.object({
    identifier: z.string(),
    userId,
    kind: z.enum(securityAlerts),
    at: z.iso.datetime(),
    address: z.nullable(z.string()),
    userAgent: z.optional(z.string()),
  }),
  retries: 10,
  limitS: MAIL_JOB_LIMIT_S,
});

const cleanUpJob = jobKind({ name: "auth.clean-up", data: z.object({}), retries: 2 });

const EVERY_HOUR = "17 * * * *";

/** The workers of sign-in, for the job queue of the server. */
export function authJobs(auth: Auth): readonly JobWorker[] {
  const { productName } = auth.config;
  return [
    worker(deliverSecretJob, async (job) => {
      // Replaced, used up or too late in the meantime: a message about it would only mislead.
      if (!job.isWanted || !(await isChallengeLive(auth.db, job.challengeId, auth.clock.now())))
        return;
      const sealed = Buffer.from(job.sealed, "base64");
      const secret = unseal(auth.keys.otpSecret, sealContextOf(job.challengeId), sealed);
      const { delivery, lifeS, purpose } = job;
      await deliver(auth, {
        key: `secret ${job.challengeId}`,
        to: toIdentifier(job.identifier),
        content: toSecretNotice({ productName, delivery, secret, lifeS, purpose }),
        gateway: { purpose: delivery, secret, expiresAt: new Date(job.expiresAt) },
      });
    }),
    worker(securityAlertJob, async ({ kind, at, address, identifier, userAgent }) => {
      await deliver(auth, {
        key: `alert ${kind} ${identifier} ${at}`,
        to: toIdentifier(identifier),
        content: toSecurityNotice({ productName, kind, at: new Date(at), address, userAgent }),
        gateway: { purpose: "security-alert" },
      });
    }),
    worker(
      cleanUpJob,
      async () => {
        await deleteLapsed(auth);
        await releaseUsernames(auth.db, auth.clock.now());
      },
      EVERY_HOUR,
    ),
  ];
}
