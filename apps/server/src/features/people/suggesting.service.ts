import { SUGGESTED_PEOPLE_MAX, type InputOf, type ReplyOf } from "@colbin/protocol";
import { listParticipants } from "#server/features/participants/listing.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { findSummaries, type FindingDeps } from "./people.service.ts";

/**
 * People to mention in a room that the caller is in (rules-messages 32): its own by name, then others whom the caller sees in the
 * workspace, as far as there is space; a link guest sees none of these.
 */
export async function suggestPeople(
  deps: FindingDeps,
  actor: Actor,
  { params, query: { search } }: Pick<InputOf<"suggestPeople">, "params" | "query">,
): Promise<ReplyOf<"suggestPeople">> {
  const limit = SUGGESTED_PEOPLE_MAX;
  const { results } = await listParticipants(deps.db, actor, params.slug, {
    page: 1,
    limit,
    search,
  });
  const inside = results.map(({ participantId: id, fullName, username, avatar_url }) => {
    return { id, fullName, username, avatar_url, isInRoom: true };
  });
  if (inside.length === limit || actor.boundRoomId !== null) return { results: inside };
  // All that were found in the room may be among them.
  const listing = { page: 1, limit: 2 * limit, fullName: search, sortBy: "name" } as const;
  const { people } = await findSummaries(deps, actor, listing);
  const known = new Set(inside.map(({ id }) => id));
  const outside = people
    .filter(({ id }) => !known.has(id))
    .map((person) => ({ ...person, isInRoom: false }));
  return { results: [...inside, ...outside].slice(0, limit) };
}
