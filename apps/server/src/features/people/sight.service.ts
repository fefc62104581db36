import { readSettings } from "#server/features/workspaces/workspaces.service.ts";
import type { UserId } from "@colbin/protocol";
import type { Db } from "#server/platform/db/database.ts";
import { listVisibleIds } from "./people.queries.ts";
import { leads, toSight, type Seeker, type Sight } from "./people.rules.ts";

/**
 * Whom somebody sees in a workspace (rules-identity 45): where an organization has switched its memberDirectory off, rooms that everybody
 * comes into make nobody known.
 */
export async function readSight(db: Db, seeker: Seeker): Promise<Sight> {
  const sight = toSight(seeker);
  if (seeker.accountType !== "BUSINESS" || leads(seeker)) return sight;
  const { memberDirectory } = await readSettings(db, seeker.workspaceId);
  return memberDirectory ? sight : "acquaintances";
}

/**
 * Those of these people whose presence the seeker sees: who shares the organization or a room with them, without a block between
 * the two, and the seeker (rules-rooms 52). Whoever runs the server looks no further than others do.
 */
export async function listVisible(
  db: Db,
  seeker: Seeker,
  ids: readonly UserId[],
): Promise<UserId[]> {
  const widest = await readSight(db, seeker);
  const sight = widest === "everybody" ? "roommates" : widest;
  return listVisibleIds(db, { seeker, sight, hidesBlocks: true, showsHidden: false }, ids);
}
