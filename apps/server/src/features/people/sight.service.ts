import { readSettings } from "#server/features/workspaces/workspaces.service.ts";
import type { Db } from "#server/platform/db/database.ts";
import { leads, toSight, type Seeker, type Sight } from "./people.rules.ts";

/**
 * Whom somebody sees in a workspace (rules-identity 45): where an organization has switched its memberDirectory off, a MEMBER sees
 * no more than a guest.
 */
export async function readSight(db: Db, seeker: Seeker): Promise<Sight> {
  const sight = toSight(seeker);
  if (sight !== "members" || leads(seeker)) return sight;
  const { memberDirectory } = await readSettings(db, seeker.workspaceId);
  return memberDirectory ? "members" : "roommates";
}
