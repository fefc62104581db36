import type { UserId } from "@colbin/protocol";
import { AppError } from "#server/platform/app-error.ts";
import type { Db } from "#server/platform/db/database.ts";
import { findPerson, type PeopleQuestion, type PersonRow } from "./people.queries.ts";
import type { Seeker } from "./people.rules.ts";
import { readSight } from "./sight.service.ts";

/** Somebody whom the caller sees in the active workspace (rules-identity 45); anybody else is USER_NOT_FOUND. */
export async function requireVisibleUser(db: Db, seeker: Seeker, id: UserId): Promise<PersonRow> {
  const sight = await readSight(db, seeker);
  return requireFound(db, { seeker, sight, hidesBlocks: false, showsHidden: false }, id);
}

/** Any account that was not erased, for its person and for those who run the server. */
export function requireAnyUser(db: Db, seeker: Seeker, id: UserId): Promise<PersonRow> {
  const everywhere = { ...seeker, accountType: "PERSONAL" } as const;
  const sight = "everybody";
  return requireFound(db, { seeker: everywhere, sight, hidesBlocks: false, showsHidden: true }, id);
}

async function requireFound(db: Db, question: PeopleQuestion, id: UserId): Promise<PersonRow> {
  const row = await findPerson(db, question, id);
  if (!row) throw new AppError("USER_NOT_FOUND");
  return row;
}
