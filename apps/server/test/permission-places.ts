import type { RoomAccessType, WorkspaceId } from "@colbin/protocol";
import { comeAsGuest, makeGuestLink } from "./guests.ts";
import type { TestApp } from "./harness.ts";
import { createOrganization, setMember, switchTo } from "./organizations.ts";
import { kinds, type Kind } from "./permission-kinds.ts";
import { openBrowser, signIn, type Person } from "./world.ts";

/* The people of the permission matrix in one workspace, and the rooms that it is about. */

export type WorkspaceKind = "personal" | "organization";
export const accessTypes = ["PUBLIC", "PROTECTED", "PRIVATE"] as const;
const slugs = { PUBLIC: "open", PROTECTED: "asks", PRIVATE: "hidden" } as const;

interface PermissionRoom {
  readonly id: string;
  readonly slug: string;
  /** Of a message of the host. */
  readonly messageId: string;
}

export interface PermissionPlaces {
  /** Nobody where the kind has no account. */
  readonly people: ReadonlyMap<Kind, Person>;
  readonly rooms: Readonly<Record<RoomAccessType, PermissionRoom>>;
  /** The OWNER of the rooms. */
  readonly host: Person;
  /** In every room with the level WRITE; whoever may, takes them out. */
  readonly guest: Person;
  /** Puts everybody, or one kind, where they are in this room, whatever an earlier call has changed. */
  put(type: RoomAccessType, kind?: Kind): Promise<void>;
  /** The last seq of this room. */
  headOf(type: RoomAccessType): Promise<unknown>;
  query(sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]>;
}

/** In Personal nobody is suspended without being blocked, and nobody is a guest but by a link. */
export function kindsIn(workspace: WorkspaceKind): Kind[] {
  const only: readonly Kind[] = ["SUS", "GIN", "GST"];
  const all = Object.keys(kinds) as Kind[];
  return all.filter((kind) => workspace === "organization" || !only.includes(kind));
}

export function enter(app: TestApp, name: string): Promise<Person> {
  return signIn(openBrowser(app.app.http.app), `${name}@example.org`);
}

/** Signs all in, each where their kind is in the workspace, and makes a room of each access type. */
export async function makePlaces(
  app: TestApp,
  workspace: WorkspaceKind,
): Promise<PermissionPlaces> {
  const query: PermissionPlaces["query"] = async (sql, ...values) =>
    (await app.database.pool.query<Record<string, unknown>>(sql, values)).rows;
  // The first account owns the instance, and with it Personal.
  await enter(app, "first");
  const organization = workspace === "organization" ? await createOrganization(app) : undefined;
  /** Where those of another workspace are. */
  const elsewhere = await createOrganization(app);
  const people = await makePeople(app, workspace, organization, elsewhere);
  const [host, guest] = [await enter(app, "host"), await enter(app, "guest")];
  if (organization)
    for (const person of [host, guest]) {
      await setMember(app, organization, person.user.id);
      await switchTo(app, person, organization);
    }
  const rooms = await makeRooms(host, query);
  if (organization)
    await query(
      `update organizations set settings = '{"allowGuestLinks": true}' where id = $1`,
      organization,
    );
  const { code } = await makeGuestLink(host, rooms.PUBLIC.slug);

  const linkGuest = toLinkGuest(app, query, rooms, code);
  /** Of everybody in the rooms; whoever is gone has a place, but is not counted. */
  const standings = (kind: Kind) => {
    const id = people.get(kind)?.user.id;
    return id === undefined ? [] : [{ id, standing: kinds[kind][1] }];
  };
  const isCounted = (kind: Kind) =>
    standings(kind).some(({ standing }) => !["REMOVED", "BANNED", "none"].includes(standing));
  const guestsPlace = { id: guest.user.id, standing: "WRITE" } as const;

  const put: PermissionPlaces["put"] = async (type, kind) => {
    if (kind === undefined || kind === "LNK")
      people.set("LNK", await linkGuest(type, people.get("LNK")));
    // Who sees no room of this address makes one.
    if (kind === undefined || kind === "OUT")
      await query("delete from rooms where workspace_id = $1", elsewhere);
    const { id: roomId, messageId } = rooms[type];
    await query(
      "update messages set is_deleted = false, removed_by = null, content = 'first' where room_id = $1 and id = $2",
      roomId,
      messageId,
    );
    const moved = kind === undefined ? kindsIn(workspace) : [kind];
    const places = [...moved.flatMap(standings), guestsPlace];
    await query(
      "delete from participants where room_id = $1 and user_id = any ($2)",
      rooms[type].id,
      places.map(({ id }) => id),
    );
    const inside = places.filter(({ standing }) => standing !== "none");
    await query(
      `with place as (
          insert into participants (room_id, user_id, access_level, access_status, join_method, is_banned)
          select $1, user_id, case when is_gone then 'WRITE' else standing end,
            case when is_gone then 'REMOVED' else 'ACCEPTED' end, 'DIRECT', standing = 'BANNED'
          from unnest($2::uuid[], $3::text[]) as given (user_id, standing),
            lateral (select standing in ('REMOVED', 'BANNED') as is_gone) as gone)
        update rooms set status = 'ACTIVE', member_count = $4 where id = $1`,
      rooms[type].id,
      inside.map(({ id }) => id),
      inside.map(({ standing }) => standing),
      memberCount,
    );
  };

  // The host, the guest and the link guest, who has not come yet, are in it as well.
  const memberCount = kindsIn(workspace).filter(isCounted).length + 3;
  for (const type of accessTypes) await put(type);
  return {
    people,
    rooms,
    host,
    guest,
    put,
    query,
    async headOf(type) {
      const [room] = await query("select last_seq from rooms where id = $1", rooms[type].id);
      return room?.["last_seq"];
    },
  };
}

/** Binds the link guest to a room. The session of one who has left is over: then another one comes. */
function toLinkGuest(
  app: TestApp,
  query: PermissionPlaces["query"],
  rooms: PermissionPlaces["rooms"],
  code: string,
) {
  /** The room takes no guests afterwards: what becomes of it does not end their session. */
  async function come(): Promise<Person> {
    const allow = (settings: string) =>
      query("update rooms set settings = $2 where id = $1", rooms.PUBLIC.id, settings);
    await allow('{"allowGuests": true}');
    const person = await comeAsGuest(app, code);
    // The job that ends what is over does not look at them: their places are moved about here.
    await query("delete from guests");
    await allow("{}");
    return person;
  }

  return async (type: RoomAccessType, person: Person | undefined): Promise<Person> => {
    const bind = ({ user }: Person) =>
      query(
        "update sessions set bound_room_id = $1 where id = $2 and ended_at is null returning 1",
        rooms[type].id,
        user.sessionId,
      );
    if (person && (await bind(person)).length === 1) return person;
    const other = await come();
    await bind(other);
    return other;
  };
}

/** Everybody but the link guest, in their role and status. */
async function makePeople(
  app: TestApp,
  workspace: WorkspaceKind,
  organization: WorkspaceId | undefined,
  elsewhere: WorkspaceId,
): Promise<Map<Kind, Person>> {
  const people = new Map<Kind, Person>();
  const { pool } = app.database;
  for (const kind of kindsIn(workspace)) {
    const [role] = kinds[kind];
    if (kind === "ANO" || role === "LINK") continue;
    const person = await enter(app, kind);
    people.set(kind, person);
    const isSuspended = role === "SUSPENDED";
    const home = role === null ? elsewhere : organization;
    if (home) {
      await setMember(app, home, person.user.id, isSuspended || role === null ? {} : { role });
      await switchTo(app, person, home);
      if (isSuspended) await setMember(app, home, person.user.id, { status: role });
    } else if (role !== "MEMBER")
      await pool.query("update users set role = $2 where id = $1", [person.user.id, role]);
    // A blocked account has no session: it was good when the person signed in.
    if (kind === "BLK")
      await pool.query("update users set is_blocked = true where id = $1", [person.user.id]);
  }
  return people;
}

async function makeRooms(
  host: Person,
  query: PermissionPlaces["query"],
): Promise<Record<RoomAccessType, PermissionRoom>> {
  const rooms: Partial<Record<RoomAccessType, PermissionRoom>> = {};
  for (const type of accessTypes) {
    const slug = slugs[type];
    await host.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
    const body = { content: "first" };
    const { message } = await host.call("sendMessage", { params: { slug }, body });
    const [room] = await query(
      "update rooms set access_type = $2 where slug = $1 returning id",
      slug,
      type,
    );
    rooms[type] = { id: String(room?.["id"]), slug, messageId: message.id };
  }
  return rooms as Record<RoomAccessType, PermissionRoom>;
}
