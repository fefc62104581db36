import * as z from "zod/mini";
import type { Auth } from "#server/features/auth/auth.service.ts";
import { deliver } from "#server/features/auth/delivery.service.ts";
import { hashSecret, unseal } from "#server/features/auth/secrets.service.ts";
import { toIdentifier } from "#server/features/users/identifiers.service.ts";
import { jobKind, MAIL_JOB_LIMIT_S, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { expireInvitations } from "./ending.service.ts";
import { findInvitation } from "./invitations.queries.ts";
import { toInvitationMail } from "./invitations.view.ts";

/** Must be the same where a code is sealed and where it is opened. */
export function sealContextOf(invitationId: string): string {
  return `invitation ${invitationId}`;
}

export const sendInvitationJob = jobKind({
  name: "invitations.send",
  data: z.object({ invitationId: z.uuid(), sealed: z.string() }),
  retries: 10,
  limitS: MAIL_JOB_LIMIT_S,
});

const expireJob = jobKind({ name: "invitations.expire", data: z.object({}), retries: 2 });

const EVERY_HOUR = "23 * * * *";

/** The workers of invitations, for the job queue of the server. */
export function invitationsJobs(auth: Auth): readonly JobWorker[] {
  const { config, db, clock } = auth;
  return [
    worker(sendInvitationJob, async ({ invitationId, sealed }) => {
      const context = sealContextOf(invitationId);
      const code = unseal(auth.keys.otpSecret, context, Buffer.from(sealed, "base64"));
      const found = await findInvitation(db, { codeHash: hashSecret(code) }, clock.now());
      // Answered, revoked, or sent again with another code in the meantime.
      if (found?.status !== "PENDING" || found.email === null) return;
      const content = toInvitationMail(found, { ...config, email: found.email, code });
      const to = toIdentifier(found.email);
      await deliver(auth, {
        key: `invitation ${sealed}`,
        to,
        content,
        gateway: { purpose: "invitation" },
      });
    }),
    worker(expireJob, () => expireInvitations(db, clock.now()), EVERY_HOUR),
  ];
}
