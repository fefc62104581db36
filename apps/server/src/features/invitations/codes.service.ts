import type { UserId } from "@colbin/protocol";
import { hashSecret, isSecret, makeSecret, seal } from "#server/features/auth/secrets.service.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { KeptCode } from "./changes.queries.ts";
import { sealContextOf, sendInvitationJob } from "./invitations.jobs.ts";
import type { InvitationKey } from "./invitations.queries.ts";

const CODE_END = 4;
const DAY_MS = 24 * 60 * 60_000;

/** A new code, and what is kept of it: its hash, and the end by which lists tell one from another (rules-identity 68). */
export function newCode(
  now: Date,
  days: number,
): { readonly code: string; readonly kept: KeptCode } {
  const code = makeSecret(128);
  const expiresAt = new Date(now.getTime() + days * DAY_MS);
  return { code, kept: { codeHash: hashSecret(code), codeEnd: code.slice(-CODE_END), expiresAt } };
}

export interface SendingDeps {
  readonly jobs: Jobs;
  readonly keys: { readonly otpSecret: Uint8Array };
}

/** Has the code sent after the commit; until then it waits sealed. */
export async function sendCode(
  tx: Tx,
  { jobs, keys }: SendingDeps,
  invitationId: string,
  code: string,
): Promise<void> {
  const sealed = seal(keys.otpSecret, sealContextOf(invitationId), code).toString("base64");
  await jobs.enqueue(tx, sendInvitationJob, { invitationId, sealed });
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * What a person shows: a code, or the id of a DIRECT invitation, which leads nowhere but for its account. A text that is neither
 * leads to no invitation, after the same look.
 */
export function toKey(text: string, userId: UserId | undefined): InvitationKey {
  if (userId !== undefined && UUID.test(text)) return { id: text, inviteeId: userId };
  return { codeHash: hashSecret(isSecret(text, 128) ? text : "") };
}
