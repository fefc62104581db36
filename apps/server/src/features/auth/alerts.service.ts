import type { AuditFacts, SecurityAlertKind, SessionId } from "@colbin/protocol";
import type { Tx } from "#server/platform/db/database.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import type { UserRow } from "../users/accounts.service.ts";
import { securityAlertJob } from "./auth.jobs.ts";
import type { Auth, Caller } from "./auth.service.ts";

/** Where it was done; without an address it was by those who run the server. */
interface Origin {
  readonly address: string | null;
  readonly userAgent: string | undefined;
}

type Change = Parameters<typeof warnPerson>[3] & {
  readonly sessionId: SessionId;
  readonly details: AuditFacts;
};

/** Records another way to sign in, or one less, and has the person told. The addresses of `user` are those of before. */
export function noteIdentifierChange(
  tx: Tx,
  auth: Pick<Auth, "jobs">,
  caller: Pick<Caller, "address" | "userAgent">,
  change: Change,
): Promise<void> {
  return note(tx, auth, caller, { ...change, audit: "identifier" });
}

/** The same of a second factor, or of the recovery codes. */
export function noteFactorChange(
  tx: Tx,
  auth: Pick<Auth, "jobs">,
  caller: Pick<Caller, "address" | "userAgent">,
  change: Change,
): Promise<void> {
  return note(tx, auth, caller, { ...change, audit: "second factor" });
}

async function note(
  tx: Tx,
  auth: Pick<Auth, "jobs">,
  caller: Pick<Caller, "address" | "userAgent">,
  about: Change & { readonly audit: "identifier" | "second factor" },
): Promise<void> {
  const { user, sessionId, details, audit, now } = about;
  const { address } = caller;
  const heard = { at: now, actorId: user.id, sessionId, address, details };
  await recordAudit(tx, { ...heard, kind: audit });
  await warnPerson(tx, auth, caller, about);
}

/** Has the person told, after the commit: in the app, and at an address that they have proved (rules-identity 15, 35). */
export async function warnPerson(
  tx: Tx,
  { jobs }: Pick<Auth, "jobs">,
  { address, userAgent }: Origin,
  about: { readonly user: UserRow; readonly kind: SecurityAlertKind; readonly now: Date },
): Promise<void> {
  const { user, kind, now } = about;
  // Whoever did it may be somebody else: nobody is left out for having done it.
  const facts = { alert: kind, address, userAgent: userAgent ?? null };
  await notify(tx, { jobs }, { type: "SECURITY_ALERT", userId: user.id, actorId: null, facts });
  const identifier = user.isEmailVerified ? user.email : user.phone;
  if (identifier === null) return;
  await jobs.enqueue(tx, securityAlertJob, {
    identifier,
    userId: user.id,
    kind,
    at: now.toISOString(),
    address,
    ...(userAgent === undefined ? {} : { userAgent }),
  });
}
