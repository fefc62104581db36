import { userId } from "@colbin/protocol";
import * as z from "zod/mini";
import { jobKind, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { findAccount } from "../users/accounts.service.ts";
import { toIdentifier } from "../users/identifiers.service.ts";
import { warnPerson } from "./alerts.service.ts";
import type { Auth } from "./auth.service.ts";
import { claimLimit } from "./limits.rules.ts";
import { countHit } from "./limits.service.ts";

/** An account wants to make this address its own: where another one has it, the owner is told, once a day (rules-identity 44). */
export const claimJob = jobKind({
  name: "auth.address-claim",
  data: z.object({ identifier: z.string(), claimant: userId, address: z.string() }),
  retries: 6,
});

export function claimJobs(auth: Auth): readonly JobWorker[] {
  return [
    worker(claimJob, async ({ identifier, claimant, address }) => {
      const now = auth.clock.now();
      const user = await findAccount(auth.db, toIdentifier(identifier));
      if (!user || user.id === claimant) return;
      if ((await countHit(auth.db, claimLimit(identifier), now)) > 0) return;
      const caller = { address, userAgent: undefined };
      await auth.db
        .transaction()
        .execute((tx) => warnPerson(tx, auth, caller, { user, kind: "address-claimed", now }));
    }),
  ];
}
