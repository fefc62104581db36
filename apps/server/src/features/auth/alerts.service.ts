import type { Tx } from "#server/platform/db/database.ts";
import type { UserRow } from "../users/accounts.service.ts";
import { securityAlertJob } from "./auth.jobs.ts";
import type { Auth, Caller } from "./auth.service.ts";
import type { AlertKind } from "./notices.view.ts";

/** Has the person told, after the commit, at an address that they have proved (rules-identity 15, 35). */
export async function warnPerson(
  tx: Tx,
  { jobs }: Pick<Auth, "jobs">,
  caller: Pick<Caller, "address" | "userAgent">,
  about: { readonly user: UserRow; readonly kind: AlertKind; readonly now: Date },
): Promise<void> {
  const { user, kind, now } = about;
  const identifier = user.isEmailVerified ? user.email : user.phone;
  if (identifier === null) return;
  await jobs.enqueue(tx, securityAlertJob, {
    identifier,
    userId: user.id,
    kind,
    at: now.toISOString(),
    address: caller.address,
    ...(caller.userAgent === undefined ? {} : { userAgent: caller.userAgent }),
  });
}
