import { AppError } from "#server/platform/app-error.ts";
import { forgetApiKeys } from "../api-keys/api-keys.service.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { forgetFactors } from "../factors/factors.service.ts";
import { findAccount, findAccountForChange } from "../users/accounts.service.ts";
import { warnPerson } from "./alerts.service.ts";
import type { AuthParts } from "./auth.service.ts";
import { requireIdentifier } from "./identity.service.ts";
import { endSessionsOf } from "./sessions.service.ts";

/**
 * Takes all second factors from a person who has lost them, from the operator's command line, and ends their sessions and API keys: a running
 * server hears of it within a second (rules-identity 39). A person who had any is told of it. Throws USER_NOT_FOUND for an address
 * without an account.
 */
export async function resetFactors(
  auth: Pick<AuthParts, "config" | "db" | "clock" | "jobs">,
  text: string,
): Promise<{ readonly identifier: string; readonly hadFactors: boolean }> {
  const identifier = requireIdentifier(auth, text);
  const now = auth.clock.now();
  return auth.db.transaction().execute(async (tx) => {
    const known = await findAccount(tx, identifier);
    const user = known && (await findAccountForChange(tx, known.id));
    if (!user) throw new AppError("USER_NOT_FOUND");
    const hadFactors = await forgetFactors(tx, user.id);
    await forgetApiKeys(tx, user.id);
    const details = { change: "reset", by: "operator" };
    await recordAudit(tx, { at: now, kind: "second factor", actorId: user.id, details });
    const operator = { address: null, userAgent: undefined };
    if (hadFactors)
      await warnPerson(tx, auth, operator, { user, kind: "second-factors-reset", now });
    await endSessionsOf(tx, user.id, "second factor reset", now);
    return { identifier: identifier.value, hadFactors };
  });
}
