import { workspaceId } from "@colbin/protocol";
import type { Logger } from "pino";
import * as z from "zod/mini";
import type { Clock } from "#server/platform/clock/clock.ts";
import { createBatcher } from "#server/platform/db/batcher.ts";
import type { Db } from "#server/platform/db/database.ts";
import { isUnavailable } from "#server/platform/db/unavailable.ts";
import type { OnRefused, RefusalReport } from "#server/platform/refusal-report.ts";
import { insertRefusals, type RefusalRow } from "./audit.queries.ts";
import type { AuditKind } from "./audit.service.ts";

/**
 * Refusals an hour of one person that are all written. Beyond them each row stands for as many as there were before: whoever asks
 * all day in vain must not fill the audit of others (rules-identity 84).
 */
const WRITTEN_PER_HOUR = 20;
const HOUR_MS = 60 * 60_000;
const MAX_BATCH = 200;
const MAX_WAITING = 2_000;

const kind: AuditKind = "refused";

export interface Refusals {
  readonly onRefused: OnRefused;
  /** Settles when nothing waits to be written. */
  idle(): Promise<void>;
}

/**
 * Writes what people were not allowed into the audit: outside of what was refused, which has been rolled back, and behind the
 * answer. What cannot be written is lost with a line in the log; nobody else notices.
 */
export function createRefusals(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
}): Refusals {
  const { db, clock, log } = deps;
  const isWritten = createSampling(clock);
  const batcher = createBatcher<RefusalRow, true>({
    run: async (rows) => {
      await insertRefusals(db, kind, rows);
      return rows.map(() => true);
    },
    maxBatch: MAX_BATCH,
    maxWaiting: MAX_WAITING,
    refuse: () => new Error("Too many refusals wait to be written"),
    isTransient: isUnavailable,
    isPoison: () => false,
    maxTries: 3,
  });
  return {
    onRefused(report) {
      const count = isWritten(report.who?.userId ?? "nobody");
      if (count === 0) return;
      batcher.add(toRow(report, clock.now(), count)).catch((error: unknown) => {
        log.warn({ err: error }, "A refusal is not in the audit");
      });
    },
    idle: () => batcher.idle(),
  };
}

/** How many refusals the row of this one stands for; 0: it has none. */
function createSampling(clock: Pick<Clock, "steadyMs">): (person: string) => number {
  const counts = new Map<string, number>();
  let endsAt = 0;
  return (person) => {
    const now = clock.steadyMs();
    if (now >= endsAt) {
      counts.clear();
      endsAt = now + HOUR_MS;
    }
    const count = (counts.get(person) ?? 0) + 1;
    counts.set(person, count);
    if (count <= WRITTEN_PER_HOUR) return 1;
    return Number.isInteger(Math.log2(count / WRITTEN_PER_HOUR)) ? count / 2 : 0;
  };
}

function toRow(report: RefusalReport, at: Date, count: number): RefusalRow {
  const { code, asked, who, address = null, orgId } = report;
  const named = z.safeParse(workspaceId, orgId);
  return {
    at,
    actorId: who?.userId ?? null,
    sessionId: who?.sessionId ?? null,
    workspaceId: who?.workspaceId ?? null,
    orgId: named.success ? named.data : null,
    address,
    details: {
      asked,
      code,
      ...(who && { workspaceId: who.workspaceId }),
      ...(named.success && { orgId: named.data }),
      ...(count > 1 && { count }),
    },
  };
}
