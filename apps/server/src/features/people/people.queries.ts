import type { UserId, UserRole, WorkspaceId, WorkspaceRole } from "@colbin/protocol";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "#server/platform/db/database.ts";
import { containing } from "#server/platform/db/like.ts";
import type { Seeker, Sight } from "./people.rules.ts";

export interface PersonRow {
  readonly id: UserId;
  readonly fullName: string;
  readonly username: string;
  readonly bio: string | null;
  readonly company: string | null;
  readonly location: string | null;
  readonly avatarUrl: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly role: UserRole;
  readonly isBlocked: boolean;
  /** The reader is OWNER or ADMIN of an organization that both are in. */
  readonly isLed: boolean;
}

/** What somebody is looked for by: each is unique on the server. */
export interface ExactSearch {
  readonly username: string;
  /** Address or number in its stored form; null where the text is neither. */
  readonly identifier: string | null;
}

export interface PeopleQuestion {
  readonly seeker: Seeker;
  readonly sight: Sight;
  /** A part of name or username. */
  readonly part?: string | undefined;
  readonly role?: WorkspaceRole | undefined;
  readonly exact?: ExactSearch | undefined;
  /** Without those between whom and the reader there is a block. */
  readonly hidesBlocks: boolean;
  /** Also accounts that are blocked on the instance, and link guests. */
  readonly showsHidden: boolean;
}

/** A statement with one column, the id. People are sets of ids, so that counting them does not read who they are. */
type IdSet = RawBuilder<unknown>;

function members(workspaceId: WorkspaceId, role: WorkspaceRole | undefined): IdSet {
  const ofRole = role === undefined ? sql`` : sql`and m.role = ${role}`;
  return sql`
    select m.user_id as id from workspace_members m
    where m.workspace_id = ${workspaceId} and m.status = 'ACTIVE' ${ofRole}`;
}

/** Somebody stands in it once for each room that they share. The rooms stand in an array, so that they are looked up once. */
function roommates({ userId, workspaceId, boundRoomId }: Seeker, sight: Sight): IdSet {
  const isUncommon =
    sight === "acquaintances"
      ? sql`not exists (select from common_rooms c where c.workspace_id = r.workspace_id and c.room_id = r.id)`
      : sql`true`;
  return sql`
    select other.user_id as id from participants other
    where other.access_status = 'ACCEPTED' and other.room_id = any (array(
      select own.room_id from participants own join rooms r on r.id = own.room_id
      where own.user_id = ${userId} and own.access_status = 'ACCEPTED' and r.workspace_id = ${workspaceId}
        and r.status in ('ACTIVE', 'ARCHIVED') and ${isUncommon} and (${boundRoomId}::uuid is null or r.id = ${boundRoomId})))`;
}

function isByRooms(sight: Sight): boolean {
  return sight === "roommates" || sight === "acquaintances";
}

function accountsWithRole(role: WorkspaceRole): IdSet {
  return sql`select id from users where role = ${role === "MEMBER" ? "USER" : role}`;
}

function accountsNamedLike(part: string): IdSet {
  const pattern = containing(part.toLowerCase());
  return sql`select id from users where (lower(full_name) || ' ' || username) like ${pattern}`;
}

function accountsFoundBy({ username, identifier }: ExactSearch): IdSet {
  return sql`
    select id from users where username = ${username} or email = ${identifier} or phone = ${identifier}`;
}

/** Somebody in the column is a member of the organization, or a link guest in a room of the seeker. */
function isThere(id: IdSet, { userId, workspaceId }: Seeker) {
  return sql`(
    exists (
      select 1 from workspace_members m
      where m.workspace_id = ${workspaceId} and m.user_id = ${id} and m.status = 'ACTIVE')
    or exists (
      select 1 from users g
      join participants theirs on theirs.user_id = g.id and theirs.access_status = 'ACCEPTED'
      join participants own on own.room_id = theirs.room_id and own.user_id = ${userId} and own.access_status = 'ACCEPTED'
      join rooms r on r.id = own.room_id and r.workspace_id = ${workspaceId}
      where g.id = ${id} and g.role = 'GUEST'))`;
}

function listSets({ seeker, sight, part, role, exact }: PeopleQuestion): IdSet[] {
  const { accountType, workspaceId } = seeker;
  const sets: IdSet[] = [];
  if (accountType === "BUSINESS") sets.push(members(workspaceId, role));
  else if (role !== undefined) sets.push(accountsWithRole(role));
  if (isByRooms(sight)) sets.push(roommates(seeker, sight));
  if (part !== undefined && part !== "") sets.push(accountsNamedLike(part));
  if (exact) sets.push(accountsFoundBy(exact));
  return sets;
}

/** `others` of the accounts `h` are left out as well as those that are blocked on the instance. */
function isShownAtAll(id: IdSet, showsHidden: boolean, others: IdSet) {
  const hidden = showsHidden
    ? sql`h.erased_at is not null`
    : sql`(h.is_blocked or h.deletes_at is not null or ${others})`;
  return sql`not exists (select 1 from users h where h.id = ${id} and ${hidden})`;
}

function isUnblocked(id: IdSet, { userId }: Seeker) {
  return sql`${id} <> all (array(
    select blocked_id from user_blocks where blocker_id = ${userId}
    union all select blocker_id from user_blocks where blocked_id = ${userId}))`;
}

/** Conditions on the column with the id beside the sets that it must be in. */
function isShown(id: IdSet, question: PeopleQuestion, sets: readonly IdSet[]) {
  const { seeker, hidesBlocks, showsHidden } = question;
  const conditions = sets.map((set) => sql`${id} in (${set})`);
  conditions.push(isShownAtAll(id, showsHidden, sql`h.role = 'GUEST'`));
  if (hidesBlocks) conditions.push(isUnblocked(id, seeker));
  return sql.join(conditions, sql` and `);
}

function columnsFor({ userId }: Pick<Seeker, "userId">) {
  return sql`
    u.id, u.full_name as "fullName", u.username, u.bio, u.company, u.location, u.avatar_url as "avatarUrl", u.email, u.phone,
    u.role, u.is_blocked as "isBlocked",
    exists (
      select 1 from workspace_members own
      join workspace_members theirs on theirs.workspace_id = own.workspace_id and theirs.user_id = u.id
      join workspaces w on w.id = own.workspace_id and w.deleted_at is null
      where own.user_id = ${userId} and own.role in ('OWNER', 'ADMIN') and own.status = 'ACTIVE'
        and theirs.status <> 'INVITED') as "isLed"`;
}

const orders = {
  name: sql`lower(u.full_name)`,
  username: sql`u.username`,
  createdAt: sql`u.created_at desc`,
};

function idsOf(question: PeopleQuestion): IdSet {
  const [first = sql`select id from users`, ...others] = listSets(question);
  const base = isByRooms(question.sight) ? sql`select distinct id from (${first}) each` : first;
  return sql`select seen.id from (${base}) seen where ${isShown(sql`seen.id`, question, others)}`;
}

export async function countPeople(db: Db, question: PeopleQuestion): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${idsOf(question)}) counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** So many are found and sorted faster than they are met on a walk through everybody in their order. */
const FEW = 1_000;

export interface PeoplePage {
  readonly page: number;
  readonly limit: number;
  readonly sortBy: keyof typeof orders;
}

/** One page of as many as countPeople has told. */
export async function listPeople(
  db: Db,
  question: PeopleQuestion,
  { page, limit, sortBy }: PeoplePage,
  total: number,
): Promise<PersonRow[]> {
  const isListed =
    total > FEW
      ? isShown(sql`u.id`, question, listSets(question))
      : sql`u.id = any (array(${idsOf(question)}))`;
  const { rows } = await sql<PersonRow>`
    select ${columnsFor(question.seeker)} from users u where ${isListed}
    order by ${orders[sortBy]}, u.id limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return rows;
}

/** One whom the seeker has met: beside those that are listed, link guests in their rooms. */
function isKnown(id: IdSet, { seeker, sight, hidesBlocks, showsHidden }: PeopleQuestion) {
  const conditions = [
    ...(seeker.accountType === "BUSINESS" ? [isThere(id, seeker)] : []),
    ...(isByRooms(sight) ? [sql`${id} in (${roommates(seeker, sight)})`] : []),
    isShownAtAll(id, showsHidden, sql`false`),
    ...(hidesBlocks ? [isUnblocked(id, seeker)] : []),
  ];
  return sql.join(conditions, sql` and `);
}

/** Those of these whom the seeker sees, and the seeker. */
export async function listVisibleIds(
  db: Db,
  question: PeopleQuestion,
  ids: readonly UserId[],
): Promise<UserId[]> {
  const { userId } = question.seeker;
  const { rows } = await sql<{ id: UserId }>`
    select asked.id from unnest(${[...ids]}::uuid[]) asked (id)
    where asked.id = ${userId} or (${isKnown(sql`asked.id`, question)})`.execute(db);
  return rows.map(({ id }) => id);
}

export async function findPerson(
  db: Db,
  question: PeopleQuestion,
  id: UserId,
): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    select ${columnsFor(question.seeker)} from users u
    where u.id = ${id} and ${isKnown(sql`u.id`, question)}`.execute(db);
  return rows[0];
}
