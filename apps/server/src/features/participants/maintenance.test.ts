import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { connect } from "#test/socket.ts";
import { createRoomOf, createWorld, type World } from "#test/world.ts";

/* What OWNER and ADMIN put in order in a room, and those who run the server in all of them. */

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

const query = (text: string, ...values: unknown[]) => app.database.pool.query(text, values);

it("cleaning up closes what ran out and ends who is no member any more, once", async () => {
  const slug = await createRoomOf(world.bob, world.carol);
  const params = { slug };
  const mallory = await connect(app, world.mallory);
  const body = { identifiers: [world.mallory.user.username] };
  await world.bob.call("inviteToRoom", { params, body });
  expect(await world.bob.call("cleanUpParticipants", { params })).toEqual({
    expired: 0,
    removed: 0,
  });
  await query(`update participants set status_at = status_at - interval '14 days'`);
  await query(`update users set erased_at = now() where id = $1`, world.carol.user.id);
  expect(await world.bob.call("cleanUpParticipants", { params })).toEqual({
    expired: 1,
    removed: 1,
  });
  await mallory.until((frame) => JSON.stringify(frame).includes(`"accessStatus":"IDLE"`));
  expect((await world.bob.call("getRoom", { params })).memberCount).toBe(1);
  expect(await world.bob.call("cleanUpParticipants", { params })).toEqual({
    expired: 0,
    removed: 0,
  });
  await query(`update users set erased_at = null`);
});

it("moments of a last look that cannot be are mended, once", async () => {
  const slug = await createRoomOf(world.bob, world.mallory);
  const params = { slug };
  await world.bob.call("markParticipantSeen", {
    params: { slug, participantId: world.bob.user.id },
  });
  await query(
    `update participants set last_seen_at = now() + interval '1 year' where last_seen_at is not null`,
  );
  expect(await world.bob.call("fixParticipantsLastSeen", { params })).toEqual({ fixed: 2 });
  expect(await world.bob.call("fixParticipantsLastSeen", { params })).toEqual({ fixed: 0 });
});

it("double places are found and the higher one stays, by those who run the server alone", async () => {
  const slug = await createRoomOf(world.bob);
  expect((await world.bob.refusal("cleanUpDuplicates", {})).code).toBe("FORBIDDEN");
  const { roomsChecked, ...none } = await world.alice.call("cleanUpDuplicates", {});
  expect(roomsChecked).toBeGreaterThan(1);
  expect(none).toEqual({ duplicates: 0, removed: 0 });
  // The key keeps them out: without it they come.
  await query(`alter table participants drop constraint participants_pkey cascade`);
  await query(
    `insert into participants (room_id, user_id, access_level, access_status, join_method)
      select p.room_id, p.user_id, 'READ', 'ACCEPTED', 'DIRECT' from participants p
      join rooms r on r.id = p.room_id where r.slug = $1`,
    slug,
  );
  const found = await world.alice.call("cleanUpDuplicates", {});
  expect(found).toEqual({ roomsChecked, duplicates: 1, removed: 1 });
  const { rows } = await query(
    `select access_level from participants p join rooms r on r.id = p.room_id where r.slug = $1`,
    slug,
  );
  expect(rows).toEqual([{ access_level: "OWNER" }]);
});
