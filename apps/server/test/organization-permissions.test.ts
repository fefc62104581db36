import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { endpoints, routes, type ErrorEnvelope, type WorkspaceId } from "@colbin/protocol";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "./harness.ts";
import { elevate, setMember, switchTo } from "./organizations.ts";
import {
  kinds,
  organizationRules,
  type Kind,
  type OrganizationCall,
  type Things,
} from "./organization-permissions.ts";
import { openBrowser, signIn, toRequest, type CallOptions, type Person } from "./world.ts";

/*
 * Every operation on an organization, by everybody that somebody can be in it, and with the ids of one under the address of another.
 * Before each call all are put in their place; what is refused must have changed nobody.
 */

let app: TestApp;
let things: Things;
/** Of the one who is OUT. */
let otherId: WorkspaceId;
const people = new Map<Kind, Person>();
const elevations = new Map<Kind, CallOptions>();
const names = Object.keys(kinds) as Kind[];

beforeAll(async () => {
  app = await startTestApp({ environment: { OTP_SENDS_PER_IP_HOUR: "1000" } });
  for (const kind of names) people.set(kind, await enter(kind));
  const target = await enter("target");
  const { id: orgId } = await person("OWN").call("createOrganization", { body: { title: "Ours" } });
  ({ id: otherId } = await person("OUT").call("createOrganization", { body: { title: "Theirs" } }));
  await switchTo(app, person("OUT"), otherId);
  await person("OWN").call("generateInviteLink", { params: { orgId }, body: {} });
  const { results } = await person("OWN").call("listInvitations", { params: { orgId }, query: {} });
  for (const kind of names) elevations.set(kind, await elevate(person(kind)));
  const invitationId = results[0]?.id ?? "";
  things = { orgId, userId: target.user.id, invitationId, emojiId: randomUUID() };
});
afterAll(() => app.close());

function enter(name: string): Promise<Person> {
  return signIn(openBrowser(app.app.http.app), `${name}@example.org`);
}

function person(kind: Kind): Person {
  const found = people.get(kind);
  if (!found) throw new Error(`${kind} has signed in`);
  return found;
}

async function restore(): Promise<void> {
  const { orgId, userId, invitationId, emojiId } = things;
  const { pool } = app.database;
  await pool.query("update workspaces set deleted_at = null where id = $1", [orgId]);
  await pool.query("delete from custom_emoji where id <> $1", [emojiId]);
  await pool.query(
    `insert into custom_emoji (id, workspace_id, name, address, created_at) values ($1::uuid, $2, 'ours', '/v1/pictures/' || $1::uuid, now())
      on conflict do nothing`,
    [emojiId, orgId],
  );
  await pool.query("update invitations set status = 'PENDING' where id = $1", [invitationId]);
  // Whoever was made the OWNER gives it back first: there is one at a time.
  await setMember(app, orgId, userId);
  for (const kind of names) {
    const [role, status] = kinds[kind] ?? [];
    if (role) await setMember(app, orgId, person(kind).user.id, { role, status });
  }
}

/** Of everybody and everything that the calls are about. */
async function state(): Promise<unknown> {
  const { rows } = await app.database.pool.query(
    `select (select jsonb_agg(m order by m.user_id) from workspace_members m),
      (select jsonb_agg(i order by i.id) from invitations i), (select jsonb_agg(o order by o.id) from organizations o),
      (select jsonb_agg(e order by e.id) from custom_emoji e)`,
  );
  return rows;
}

async function ask(call: OrganizationCall, kind: Kind, named: Things): Promise<string> {
  const request = toRequest(call, organizationRules[call].input(named), elevations.get(kind));
  const authorization = `Bearer ${person(kind).tokens.access.token}`;
  const headers = { ...request.headers, authorization };
  const answer = await app.app.http.app.inject({ ...request, headers });
  return answer.statusCode < 400 ? "ok" : answer.json<ErrorEnvelope>().code;
}

const calls = (Object.keys(routes) as (keyof typeof routes)[]).filter(
  (call): call is OrganizationCall => call in organizationRules,
);

it.each(calls)("%s", async (call) => {
  const { verdicts, swapped } = organizationRules[call];
  const found: Record<string, string> = {};
  await restore();
  let before = await state();
  const judge = async (name: string, kind: Kind, named: Things) => {
    const verdict = await ask(call, kind, named);
    const after = await state();
    const isUntouched = isDeepStrictEqual(after, before);
    const isDone = verdict === "ok";
    found[name] = isDone || isUntouched ? verdict : `${verdict}, and something has changed`;
    if (isUntouched && (!isDone || endpoints[call].method === "GET")) return;
    await restore();
    before = await state();
  };
  for (const kind of names) await judge(kind, kind, things);
  if (swapped !== undefined)
    await judge("OUT, about another one", "OUT", { ...things, orgId: otherId });
  const expected = { ...verdicts, ...(swapped && { "OUT, about another one": swapped }) };
  expect(found).toEqual(expected);
});
