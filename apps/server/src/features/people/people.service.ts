import {
  runsInstance,
  type InputOf,
  type PersonLimit,
  type PersonState,
  type ReplyOf,
  type UserId,
  type UserProfile,
  type UserSummary,
  type WorkspaceId,
} from "@colbin/protocol";
import { requireActiveOrganization } from "#server/features/organizations/organizations.access.ts";
import { addBlock } from "#server/features/users/blocks.service.ts";
import { toUserSummary } from "#server/features/users/accounts.service.ts";
import { readStates, type Presence } from "#server/features/presence/presence.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError, notAllowed } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { toPage } from "#server/platform/http/page.ts";
import {
  countPeople,
  listPeople,
  type ExactSearch,
  type PeopleQuestion,
  type PersonRow,
} from "./people.queries.ts";
import { requireAnyUser, requireVisibleUser } from "./people.access.ts";
import { leads, mayFindAnybody, mayFindByContact, type Seeker } from "./people.rules.ts";
import { toUserProfile } from "./people.view.ts";
import { parseIdentifier } from "#server/features/users/identifiers.service.ts";
import { listVisible, readSight } from "./sight.service.ts";

export interface PeopleDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly defaultPhoneRegion: string | undefined;
  readonly presence: Pick<Presence, "changed" | "noteActive" | "parted">;
  /** Others are told of the reading of this person, or not any more. */
  readonly refreshReceipts: (of: { readonly userId: UserId }) => void;
  /** Counts one more of a person; RATE_LIMITED when that is too many. */
  readonly requireWithin: (limit: PersonLimit, who: Pick<Seeker, "userId">) => void;
}

type Listing = InputOf<"listUsers">["query"];

/** People whom the caller sees in the active workspace, by page (rules-identity 45, 46). */
export async function listUsers(
  deps: PeopleDeps,
  seeker: Seeker,
  listing: Listing,
): Promise<ReplyOf<"listUsers">> {
  const { rows, total } = await readPage(deps, seeker, listing, !leads(seeker));
  const results = rows.map((row) => toUserProfile(row, seeker));
  return toPage(await withStates(deps, seeker, results), listing, total);
}

/** The same in short; a block hides both from each other's suggestions, whatever they are (rules-identity 47). */
export async function suggestUsers(
  deps: PeopleDeps,
  seeker: Seeker,
  listing: Listing,
): Promise<ReplyOf<"suggestUsers">> {
  const { people, total } = await findSummaries(deps, seeker, listing);
  const seen = await withStates(deps, seeker, people);
  const results = seen.map(({ customStatus: _customStatus, ...summary }) => summary);
  return toPage(results, listing, total);
}

/** The people of `suggestUsers`, without how they are. */
export async function findSummaries(
  deps: FindingDeps,
  seeker: Seeker,
  listing: Listing,
): Promise<{ readonly people: UserSummary[]; readonly total: number }> {
  const { rows, total } = await readPage(deps, seeker, listing, true);
  return { people: rows.map(toUserSummary), total };
}

/** With presence and status of those whom the caller sees; people who are found beyond that are offline (rules-identity 46). */
async function withStates<T extends Pick<UserProfile, "id">>(
  { db, clock }: Pick<PeopleDeps, "db" | "clock">,
  seeker: Seeker,
  people: readonly T[],
): Promise<(T & Pick<PersonState, "presence" | "customStatus">)[]> {
  const ids = people.map(({ id }) => id);
  const states = await readStates(db, await listVisible(db, seeker, ids), clock.now());
  return people.map((person) => {
    const { presence = "offline", customStatus = null } = states.get(person.id) ?? {};
    return { ...person, presence, customStatus };
  });
}

/** In Personal there is no organization to list: NO_ACTIVE_ORGANIZATION. */
export function requireInOrganization(actor: Actor): Actor {
  if (actor.accountType !== "BUSINESS") throw new AppError("NO_ACTIVE_ORGANIZATION");
  return actor;
}

/** The same for an organization that the caller is ACTIVE in, wherever their session works; else ORGANIZATION_NOT_FOUND. */
export async function listUsersOf(
  deps: PeopleDeps,
  actor: Actor,
  orgId: WorkspaceId,
  listing: Listing,
): Promise<ReplyOf<"listUsersOf">> {
  // A link guest sees one room and no list of an organization (rules-identity 24).
  if (actor.boundRoomId !== null) throw new AppError("ORGANIZATION_NOT_FOUND");
  const { role } = await requireActiveOrganization(deps.db, actor.userId, orgId);
  const seeker = { ...actor, workspaceId: orgId, workspaceRole: role } as const;
  return listUsers(deps, { ...seeker, accountType: "BUSINESS" }, listing);
}

async function readPage(
  deps: FindingDeps,
  seeker: Seeker,
  listing: Listing,
  hidesBlocks: boolean,
): Promise<{ readonly rows: PersonRow[]; readonly total: number }> {
  const { role, search } = listing;
  // What somebody is on the instance is for those who run it to know (rules-identity 46).
  if (role !== undefined && seeker.accountType !== "BUSINESS" && !runsInstance(seeker.instanceRole))
    throw notAllowed("role");
  const exact = search === undefined ? undefined : toExactSearch(deps, seeker, search);
  const sight = await readSight(deps.db, seeker);
  const isFree = exact !== undefined && mayFindAnybody(seeker);
  if (isFree && sight !== "everybody") deps.requireWithin("findPerson", seeker);
  const question: PeopleQuestion = {
    seeker,
    sight: isFree ? "everybody" : sight,
    part: listing.fullName?.trim(),
    role: role === "USER" ? "MEMBER" : role,
    exact,
    hidesBlocks,
    showsHidden: sight === "everybody",
  };
  const total = await countPeople(deps.db, question);
  return { rows: total === 0 ? [] : await listPeople(deps.db, question, listing, total), total };
}

export type FindingDeps = Pick<PeopleDeps, "db" | "defaultPhoneRegion" | "requireWithin">;

/**
 * The one whose username, address or number this is, as far as the caller may find them: in Personal anybody, counted, in an
 * organization its members (rules-identity 46). Unless wanted otherwise nobody between whom and the caller there is a block.
 */
export async function findExactUser(
  deps: FindingDeps,
  seeker: Seeker,
  text: string,
  { hidesBlocks } = { hidesBlocks: true },
): Promise<UserId | undefined> {
  const exact = toExactSearch(deps, seeker, text);
  const sight = await readSight(deps.db, seeker);
  const isFree = mayFindAnybody(seeker);
  if (isFree && sight !== "everybody") deps.requireWithin("findPerson", seeker);
  const question: PeopleQuestion = {
    seeker,
    sight: isFree ? "everybody" : sight,
    exact,
    hidesBlocks,
    showsHidden: false,
  };
  const [found] = await listPeople(deps.db, question, { page: 1, limit: 1, sortBy: "name" }, 1);
  return found?.id;
}

function toExactSearch(
  { defaultPhoneRegion }: Pick<PeopleDeps, "defaultPhoneRegion">,
  seeker: Seeker,
  text: string,
): ExactSearch {
  const username = text.trim().replace(/^@/, "").toLowerCase();
  const contact = mayFindByContact(seeker) ? parseIdentifier(text, defaultPhoneRegion) : undefined;
  return { username, identifier: contact?.value ?? null };
}

/** Oneself, whom one sees in the active workspace, and everybody for those who run the server; else USER_NOT_FOUND. */
export async function getUser(
  deps: Pick<PeopleDeps, "db" | "clock">,
  seeker: Seeker,
  id: UserId,
): Promise<ReplyOf<"getUser">> {
  const isAny = id === seeker.userId || runsInstance(seeker.instanceRole);
  const row = await (isAny ? requireAnyUser : requireVisibleUser)(deps.db, seeker, id);
  const [seen] = await withStates(deps, seeker, [toUserProfile(row, seeker)]);
  if (!seen) throw new AppError("USER_NOT_FOUND");
  return seen;
}

/** Blocks somebody whom the caller sees, silently; oneself is FORBIDDEN (rules-identity 47). */
export async function blockUser(
  { db, clock, presence, refreshReceipts }: PeopleDeps,
  actor: Actor,
  id: UserId,
): Promise<void> {
  const { id: blockedId } = await requireVisibleUser(db, actor, id);
  if (blockedId === actor.userId) throw new AppError("FORBIDDEN");
  await addBlock(db, actor, blockedId, clock.now());
  presence.parted(actor.userId, blockedId);
  for (const userId of [actor.userId, blockedId]) refreshReceipts({ userId });
}
