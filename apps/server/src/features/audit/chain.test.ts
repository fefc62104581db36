import type { WorkspaceId } from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { enter } from "#test/organizations.ts";
import type { Person } from "#test/world.ts";
import { linkAudit, verifyAudit } from "./chain.service.ts";
import { deleteOutlived } from "./retention.service.ts";

let app: TestApp;
let alice: Person;
/** An organization with an audit of ten events. */
let of: WorkspaceId;
beforeAll(async () => {
  const environment = { ORG_MAX_OWNED: "1000", OTP_SENDS_PER_IP_HOUR: "100000" };
  app = await startTestApp({ environment });
  alice = await enter(app, "Alice");
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ id: of } = await alice.call("createOrganization", { body: { title: "Nordlicht" } }));
  const params = { orgId: of };
  for (let count = 1; count < 10; count += 1)
    await alice.call("updateOrganization", { params, body: { title: `Nordlicht ${count}` } });
});

const query = (text: string) => app.database.pool.query(text, [of]);

/** Of the chain of the organization, with all that is written. */
async function read() {
  await linkAudit(app.database.kysely);
  return (await verifyAudit(app.database.kysely)).find((each) => each.of === of);
}

it("is linked within a second, also by several processes at once, and holds", async () => {
  const unlinked = "select 1 from audit_events where chain_no is null and workspace_id = $1";
  await expect.poll(async () => (await query(unlinked)).rowCount).toBe(0);
  await Promise.all(Array.from({ length: 20 }, (_, at) => enter(app, `Person${at}`)));
  await Promise.all(Array.from({ length: 4 }, () => linkAudit(app.database.kysely)));
  const states = await verifyAudit(app.database.kysely);
  expect(states.map(({ brokenAt }) => brokenAt)).toEqual(states.map(() => null));
  expect(states.find((each) => each.of === null)?.events).toBeGreaterThan(20);
});

const at = (no: number) => `workspace_id = $1 and chain_no = ${no}`;

it.each([
  ["an event that is changed", 3, `update audit_events set details = '{"x": 1}' where ${at(3)}`],
  ["another time", 2, `update audit_events set at = at + interval '1 second' where ${at(2)}`],
  ["an event that is taken out", 4, `delete from audit_events where ${at(4)}`],
  ["the end of it", 10, `delete from audit_events where ${at(10)}`],
  [
    "an event with a hash of its own",
    5,
    `update audit_events set kind = 'sign-in', chain_hash = sha256('x') where ${at(5)}`,
  ],
])("is broken by %s", async (_, brokenAt, change) => {
  expect(await read()).toMatchObject({ events: 10, brokenAt: null });
  await query(change);
  expect(await read()).toMatchObject({ brokenAt });
});

it("begins anew where old events are deleted", async () => {
  await query(`update audit_events set at = at - interval '500 days' where id in
    (select id from audit_events where workspace_id = $1 order by at, id limit 4)`);
  await query("update audit_events set chain_no = null where workspace_id = $1");
  await query("delete from audit_chains where workspace_id = $1");
  expect(await read()).toMatchObject({ events: 10, brokenAt: null });
  await deleteOutlived(app.database.kysely, app.clock.now(), app.config.auditDays, 3);
  expect(await read()).toMatchObject({ events: 6, brokenAt: null });
});
