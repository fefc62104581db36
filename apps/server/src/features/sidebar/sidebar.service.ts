import type { Sidebar } from "@colbin/protocol";
import { numberPersonalEvent } from "#server/features/personal-events/personal-events.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError, notAllowed } from "#server/platform/app-error.ts";
import type { Db } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Live } from "#server/platform/realtime/live.ts";
import { findSidebar, upsertSidebar } from "./sidebar.queries.ts";

interface SidebarDeps {
  readonly db: Db;
  readonly live: Pick<Live, "sendToPerson">;
}

/** The caller's own sections in the active workspace. */
export async function getSidebar({ db }: SidebarDeps, actor: Actor): Promise<Sidebar> {
  return (await findSidebar(db, actor)) ?? { sections: [], rev: 0 };
}

/**
 * Replaces them, and tells the caller's other devices. SIDEBAR_CHANGED where they are not any more what `rev` names: whoever changes
 * them reads them again first, so that no section is lost. Rooms are not looked up: an id of one that the caller is not in shows
 * nothing and tells nothing.
 */
export async function updateSidebar(
  { db, live }: SidebarDeps,
  actor: Actor,
  { sections, rev }: Sidebar,
): Promise<Sidebar> {
  const ids = sections.map(({ id }) => id);
  const rooms = sections.flatMap(({ roomIds }) => roomIds);
  if (new Set(ids).size < ids.length || new Set(rooms).size < rooms.length)
    throw notAllowed("sections");
  const { userId, workspaceId } = actor;
  const number = await runTransaction(db, async (tx) => {
    if (!(await upsertSidebar(tx, { userId, workspaceId }, { sections, rev })))
      throw new AppError("SIDEBAR_CHANGED");
    return numberPersonalEvent(tx, userId);
  });
  live.sendToPerson(userId, {
    type: "SERVER_PERSONAL_EVENT",
    event: "sidebar_changed",
    rev: number,
    data: { workspaceId },
  });
  return { sections, rev: rev + 1 };
}
