import { ANNOUNCEMENTS_DAY, type InputOf, type WorkspaceId } from "@colbin/protocol";
import { insertAnnouncement } from "#server/features/notifications/notifications.service.ts";
import { requireLeading } from "#server/features/organizations/organizations.access.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Live } from "#server/platform/realtime/live.ts";
import { listAudience } from "./announcements.queries.ts";

export interface AnnouncementDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly live: Pick<Live, "sendToWorkspace">;
}

const DAY_MS = 24 * 60 * 60_000;
/** So that an announcement to many does not make everybody ask at once: of each person. */
const SPREAD_MS = 5;

/**
 * Tells everybody of an organization that the caller leads, or without one everybody on the server, for those who run it: one row, however
 * many people there are, which comes into their feeds when these are read. FORBIDDEN, and RATE_LIMITED behind so many a day.
 */
export async function announce(
  { db, clock, live }: AnnouncementDeps,
  actor: Actor,
  { text, workspaceId }: InputOf<"announce">["body"],
): Promise<void> {
  const title = await requireAnnouncer(db, actor, workspaceId);
  const now = clock.now();
  const since = new Date(now.getTime() - DAY_MS);
  const audience = await runTransaction(db, async (tx) => {
    const facts = { workspaceId, title, text };
    const row = { workspaceId, actorId: actor.userId, facts, now };
    const isMade = await insertAnnouncement(tx, row, { since, max: ANNOUNCEMENTS_DAY });
    if (!isMade) throw new AppError("RATE_LIMITED", { retryAfterMs: DAY_MS });
    return listAudience(tx, workspaceId);
  });
  for (const { id, people } of audience) {
    const data = { spreadMs: people * SPREAD_MS };
    live.sendToWorkspace(id, {
      type: "SERVER_PERSONAL_EVENT",
      event: "notifications_shared",
      data,
    });
  }
}

/** The name under which the caller may tell everybody something. */
async function requireAnnouncer(
  db: Db,
  actor: Actor,
  workspaceId: WorkspaceId | null,
): Promise<string> {
  if (workspaceId !== null) return (await requireLeading(db, actor, workspaceId)).title;
  if (actor.instanceRole !== "OWNER" && actor.instanceRole !== "ADMIN")
    throw new AppError("FORBIDDEN");
  return "";
}
