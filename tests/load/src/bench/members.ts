import type { Client } from "pg";
import { makeCalls, type MeasuredCalls } from "../calls/measure.ts";
import { seedWorld, signAccessTokens, type World } from "../seed.ts";
import {
  formatCount,
  formatLatency,
  formatShare,
  type BenchReport,
  type BenchRow,
} from "./report.ts";
import { readDatabaseVersion, withServer } from "./server.ts";

/*
 * The first page of the members of a large organization with 32 requests in flight: in every order, searched by parts of names, and
 * as a guest sees it.
 */

const MEMBERS = 10_000;
/** How many of a kind read. */
const READERS = 200;
const IN_FLIGHT = 32;
const SECONDS = 6;
const PAGE = 50;
const BAR_MS = 30;

/** One member in so many is a guest, and one in so many is in the only room of guests. */
const GUEST_ONE_IN = 50;
const IN_ROOM_ONE_IN = 25;

const words = (text: string): readonly string[] => text.split(" ");
const firstNames = words(
  "Anna Benno Clara David Emma Felix Greta Hugo Ines Jakob Karla Leon Maria Nils Olga Paul Rosa Simon Tilda Viktor",
);
const beginnings = words(
  "Ander Berg Carl Dahl Eber Fors Grun Holm Isak Jans Kron Lind Mar Nor Ost",
);
const ends = words("mann son stein berg feld qvist");
const surnames = beginnings.flatMap((beginning) => ends.map((end) => beginning + end));

interface Case {
  readonly what: string;
  /** Asked for in turn. */
  readonly queries: readonly string[];
  readonly expected: number;
  readonly isGuest?: true;
}

const toSearch = (text: string): string => `search=${text}`;
const cases: readonly Case[] = [
  { what: "by name", queries: ["sortBy=name"], expected: PAGE },
  { what: "by role", queries: ["sortBy=role"], expected: PAGE },
  { what: "the newest", queries: ["sortBy=joinedAt"], expected: PAGE },
  { what: "one role", queries: ["role=MEMBER"], expected: PAGE },
  {
    what: "searched, nobody has the name",
    queries: surnames.flatMap((name) => [1, 2, 3, 4, 5].map((each) => toSearch(`x${each}${name}`))),
    expected: 0,
  },
  {
    what: `searched, one in ${surnames.length} has the name`,
    queries: surnames.map(toSearch),
    expected: PAGE,
  },
  {
    what: `searched, one in ${firstNames.length} has the name`,
    queries: firstNames.map(toSearch),
    expected: PAGE,
  },
  {
    what: "searched by two letters",
    queries: ["an", "so", "be"].map(toSearch),
    expected: PAGE,
  },
  { what: "as a guest of a room of 400", queries: ["sortBy=name"], expected: PAGE, isGuest: true },
];

export function benchMembers(): Promise<BenchReport> {
  return withServer({}, async (server) => {
    const { database } = server;
    const world = await seedWorld(database, { people: MEMBERS, rooms: 1, roomsOf: () => [] });
    const orgId = await seedOrganization(database, world);
    const rows: BenchRow[] = [];
    for (const each of cases) {
      const requests = await toRequests(database, world, orgId, each);
      const { expected } = each;
      const plan = { inFlight: IN_FLIGHT, seconds: SECONDS, requests, expected };
      rows.push(toRow(each, await makeCalls(server, plan)));
    }
    return {
      title: `Members of an organization of ${formatCount(MEMBERS)}`,
      rows,
      notes: [
        `first page of ${PAGE} with the number of all, ${IN_FLIGHT} in flight of ${READERS} people, closed loop`,
        `${await readDatabaseVersion(database)}; server, database and generator share the cores`,
      ],
    };
  });
}

function isGuest(person: number): boolean {
  return person % GUEST_ONE_IN === 0;
}

/** Everybody in one organization: an owner, administrators, guests, members. */
async function seedOrganization(database: Client, { people }: World): Promise<string> {
  const ids = people.map(({ userId }) => userId);
  const pick = <T>(list: readonly T[], place: number) => list[Math.floor(place) % list.length];
  const names = ids.map(
    (_, n) => `${pick(firstNames, n)} ${pick(surnames, n / firstNames.length)}`,
  );
  const roles = ids.map((_, person) => {
    if (person === 1) return "OWNER";
    return isGuest(person) ? "GUEST" : person < 20 ? "ADMIN" : "MEMBER";
  });
  const { rows } = await database.query<{ id: string }>(
    `with people as (
      select * from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality p (id, name, role, n)
    ), named as (
      update users u set full_name = p.name from people p where u.id = p.id
    ), made as (
      insert into workspaces (kind) values ('organization') returning id
    ), organization as (
      insert into organizations (id, title, type) select id, 'Large', 'COMPANY' from made
    ), members as (
      insert into workspace_members (workspace_id, user_id, role, status, joined_at)
      select made.id, p.id, p.role, 'ACTIVE', now() - p.n * interval '1 minute' from made, people p
    ), room as (
      insert into rooms (workspace_id, slug, title, room_type, access_type)
      select id, 'guests', 'Guests', 'channel', 'PRIVATE' from made returning id
    ), places as (
      insert into participants (room_id, user_id, access_level, access_status, join_method)
      select room.id, p.id, 'WRITE', 'ACCEPTED', 'DIRECT' from room, people p where (p.n - 1) % $4 = 0
    )
    select id from made`,
    [ids, names, roles, IN_ROOM_ONE_IN],
  );
  await database.query("vacuum analyze users, workspace_members, participants, rooms");
  return rows[0]?.id ?? "";
}

async function toRequests(
  database: Client,
  world: World,
  orgId: string,
  asked: Pick<Case, "queries" | "isGuest">,
) {
  const people = world.people.filter((_, person) => isGuest(person) === (asked.isGuest ?? false));
  const tokens = await signAccessTokens(database, world, people.slice(0, READERS));
  return tokens.flatMap((token, place) =>
    asked.queries.map((_, turn) => {
      const query = asked.queries[(place + turn) % asked.queries.length];
      return { path: `/v1/organizations/${orgId}/members?limit=${PAGE}&${query}`, token };
    }),
  );
}

function toRow({ what, isGuest: isOfGuest }: Case, measured: MeasuredCalls): BenchRow {
  const { figures, serverShare, databaseShare } = measured;
  if (figures.wrong > 0) throw new Error(`${figures.wrong} answers were not the page of ${what}`);
  return {
    id: "rules-identity 45",
    what,
    ours: `${formatCount(figures.answers / figures.seconds)}/s`,
    latency: formatLatency(figures),
    cpu: `server ${formatShare(serverShare)}, database ${formatShare(databaseShare)}, generator ${formatShare(figures.generatorShare)}`,
    ...(!isOfGuest && { bar: `p99 ${BAR_MS} ms`, met: figures.p99 <= BAR_MS }),
  };
}
