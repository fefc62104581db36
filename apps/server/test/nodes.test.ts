import { randomUUID } from "node:crypto";
import { workspaceId } from "@colbin/protocol";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import * as z from "zod/mini";
import { recordPersonChange } from "#server/features/workspaces/workspaces.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Bus } from "#server/platform/realtime/bus.ts";
import { createNatsBus } from "#server/platform/realtime/nats-bus.ts";
import type { TestClient } from "./realtime/test-client.ts";
import { openFlakyDatabase } from "./database-proxy.ts";
import { createTestDatabase } from "./database.ts";
import { startTestApp, type TestApp } from "./harness.ts";
import { startNats, type NatsProcess } from "./nats-process.ts";
import { createOrganization, elevate, setMember, switchTo } from "./organizations.ts";
import { connect } from "./socket.ts";
import {
  createRoomOf,
  createWorld,
  openProgram,
  signIn,
  type Person,
  type World,
} from "./world.ts";

/*
 * Two whole servers on one database: with NATS between them, and without a word between them, where only the sweep is left. It
 * runs once a second, so nothing here takes longer than two.
 */

const TWO_SWEEPS_MS = 2_000;

let nats: NatsProcess;
const buses: Bus[] = [];

beforeAll(async () => {
  nats = await startNats();
});

afterAll(async () => {
  await Promise.all(buses.map((bus) => bus.close()));
  await nats.stop();
});

async function openBus(): Promise<Bus> {
  const metrics = { lost: () => undefined, up: () => undefined };
  const log = pino({ level: "silent" });
  const bus = createNatsBus({ url: nats.url, prefix: "colbin.nodes", metrics, log });
  buses.push(bus);
  await vi.waitUntil(() => bus.isUp(), { timeout: 10_000 });
  return bus;
}

/** Somebody who signed in on one node, as a caller of another one. */
function onNode(app: TestApp, person: Person): Person {
  const caller = openProgram(app.app.http.app);
  caller.accessToken = person.accessToken;
  return Object.assign(caller, { user: person.user, tokens: person.tokens });
}

/** Performs the change and fails unless the socket is closed by it in time. */
async function expectEnded(
  socket: TestClient,
  change: () => Promise<unknown>,
  end = { code: 4001, reason: "SESSION_ENDED" },
): Promise<void> {
  const start = performance.now();
  await change();
  expect(await socket.closed).toEqual(end);
  expect(performance.now() - start).toBeLessThan(TWO_SWEEPS_MS);
}

test("a server whose connections to the database have gone silent delivers what others wrote as soon as it has new ones", async () => {
  const database = await createTestDatabase();
  const flaky = await openFlakyDatabase(database, { statement_timeout: 1_000 });
  const [one, two] = [
    await startTestApp({ database }),
    await startTestApp({ database: flaky.database }),
  ];
  onTestFinished(async () => {
    await Promise.all([one.close(), two.close()]);
    await flaky.database.close();
    await database.close();
  });
  const { alice, bob } = await createWorld(one.app.http.app);
  const slug = await createRoomOf(alice, bob);
  const his = await connect(two, onNode(two, bob));
  const isThere = async (content: string): Promise<boolean> => {
    await alice.call("sendMessage", { params: { slug }, body: { content } });
    await his.until(
      ({ message }) => (message as { content?: string } | undefined)?.content === content,
    );
    return true;
  };
  flaky.silence();
  await expect(isThere("Are you there?")).resolves.toBe(true);
  // Nor does it wait for what requests do with theirs.
  const { pool } = flaky.database;
  const lent = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  await expect(isThere("And now?")).resolves.toBe(true);
  for (const client of lent) client.release();
  his.ws.terminate();
});

const kinds = [
  ["with NATS between them", true],
  ["without a word between them", false],
] as const;

describe.each(kinds)("two servers %s", (_, hasBus) => {
  let database: Database;
  let one: TestApp;
  let two: TestApp;
  let people: World;

  beforeAll(async () => {
    database = await createTestDatabase();
    const start = async () => startTestApp({ database, ...(hasBus && { bus: await openBus() }) });
    one = await start();
    two = await start();
    people = await createWorld(one.app.http.app);
  });

  afterAll(async () => {
    await Promise.all([one.close(), two.close()]);
    await database.close();
  });

  /** One more session of somebody, past the wait between two codes for one address. */
  function enter(name: keyof World): Promise<Person> {
    for (const { clock } of [one, two]) clock.advance(31_000);
    return signIn(openProgram(one.app.http.app), `${name}@example.org`);
  }

  const sockets: TestClient[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.ws.terminate();
  });

  async function open(app: TestApp, person: Person): Promise<TestClient> {
    const socket = await connect(app, person);
    sockets.push(socket);
    return socket;
  }

  test("let people in on one of them with what they got from the other", async () => {
    const sent = await openProgram(one.app.http.app).call("sendOtp", {
      body: { identifier: "dave@example.org" },
    });
    const elsewhere = openProgram(two.app.http.app);
    const body = { identifier: "dave@example.org", otp: sent.user.otp ?? "" };
    const entered = await elsewhere.enter("verifyOtp", { body });
    elsewhere.accessToken = entered.tokens.access.token;
    const dave = Object.assign(elsewhere, { user: entered.user, tokens: entered.tokens });
    // The ticket comes from the second server, the socket goes to the first.
    const socket = await open(one, dave);
    await socket.fence();
    const refreshToken = entered.tokens.refresh.token;
    const renewed = await onNode(one, dave).call("refreshTokens", { body: { refreshToken } });
    expect(renewed.user.id).toBe(dave.user.id);
  });

  test("bring what is sent by REST on one of them to the sockets of the other, once and in order", async () => {
    const { alice, bob } = people;
    const slug = await createRoomOf(alice, bob);
    const [hers, his] = [await open(one, alice), await open(two, bob)];
    const contents = ["one", "two", "three"];
    for (const [place, content] of contents.entries()) {
      const body = { clientMessageId: `temp_${randomUUID()}`, content, type: "text" as const };
      const caller = place === 1 ? onNode(two, alice) : alice;
      await caller.call("sendMessage", { params: { slug }, body: { ...body, metadata: {} } });
    }
    const toContents = (socket: TestClient) =>
      socket.frames
        .filter(({ event, sessionRoomSlug }) => event === "message_new" && sessionRoomSlug === slug)
        .map(({ message }) => (message as { readonly content: string }).content);
    for (const socket of [hers, his]) {
      await expect.poll(() => toContents(socket), { timeout: TWO_SWEEPS_MS }).toEqual(contents);
    }
  });

  test("end the sockets of a session that signs out on the other", async () => {
    const bob = await enter("bob");
    const staying = await open(two, people.bob);
    const socket = await open(two, bob);
    await expectEnded(socket, () => bob.call("logout", { body: {} }));
    await staying.fence();
  });

  test("end the sockets of somebody who signs out everywhere, also one that has just come in", async () => {
    const carol = await enter("carol");
    const first = await open(two, carol);
    const second = await open(two, carol);
    await expectEnded(first, () => carol.call("logout", { body: { everywhere: true } }));
    expect((await second.closed).code).toBe(4001);
  });

  test("end the sockets of somebody who is blocked", async () => {
    const mallory = await enter("mallory");
    const socket = await open(two, mallory);
    await expectEnded(socket, () =>
      database.kysely.transaction().execute(async (tx) => {
        const changes = { is_blocked: true };
        await tx.updateTable("users").set(changes).where("id", "=", mallory.user.id).execute();
        const { workspace_id: id } = await tx
          .selectFrom("sessions")
          .select("workspace_id")
          .where("user_id", "=", mallory.user.id)
          .executeTakeFirstOrThrow();
        await recordPersonChange(tx, [
          { workspaceId: z.parse(workspaceId, id), userId: mallory.user.id },
        ]);
      }),
    );
    const refused = await onNode(two, mallory).refusal("getMe", {});
    expect(refused).toMatchObject({ code: "SESSION_ENDED", details: { reason: "blocked" } });
  });

  test("end the sockets of somebody who is suspended in an organization, and of no other member", async () => {
    const organization = await createOrganization(one);
    const join = async (): Promise<Person> => {
      const person = await signIn(openProgram(one.app.http.app), `${randomUUID()}@example.org`);
      await setMember(one, organization, person.user.id);
      await switchTo(one, person, organization);
      return person;
    };
    const [suspended, other] = [await join(), await join()];
    const { id: userId } = suspended.user;
    const [socket, staying] = [await open(two, suspended), await open(two, other)];
    const suspend = async () => {
      await database.kysely.transaction().execute(async (tx) => {
        await tx
          .updateTable("workspace_members")
          .set({ status: "SUSPENDED" })
          .where("user_id", "=", userId)
          .execute();
        await recordPersonChange(tx, [{ workspaceId: organization, userId }]);
      });
      one.app.live.refreshActor(userId);
    };
    await expectEnded(socket, suspend, { code: 4003, reason: "WORKSPACE_ACCESS_LOST" });
    await staying.fence();
  });

  test("end the sockets of an organization that is deleted, and no others", async () => {
    const olga = await signIn(openProgram(one.app.http.app), `${randomUUID()}@example.org`);
    const [member, other] = [await enter("carol"), await enter("bob")];
    const { id: orgId } = await olga.call("createOrganization", { body: { title: "Nordlicht" } });
    await setMember(one, orgId, member.user.id);
    await switchTo(one, member, orgId);
    const [socket, staying] = [await open(two, member), await open(two, other)];
    const elevated = await elevate(olga);
    const remove = () => olga.call("deleteOrganization", { params: { orgId } }, elevated);
    await expectEnded(socket, remove, { code: 4003, reason: "WORKSPACE_ACCESS_LOST" });
    await staying.fence();
  });

  test("stop at the event that removes somebody, and not later", async () => {
    const { alice, bob } = people;
    const carol = await enter("carol");
    const slug = await createRoomOf(alice, bob, carol);
    const [hers, his] = [await open(two, carol), await open(two, bob)];
    const send = (content: string) =>
      alice.call("sendMessage", {
        params: { slug },
        body: { clientMessageId: `temp_${randomUUID()}`, content, type: "text", metadata: {} },
      });
    await send("before");
    await bob.call("leaveRoom", { params: { slug } });
    await send("after");
    const isAfter = (frame: TestClient["frames"][number]) =>
      (frame["message"] as { readonly content?: string } | undefined)?.content === "after";
    await hers.until(isAfter);
    await his.until(
      ({ event, sessionRoomSlug }) => event === "participant_changed" && sessionRoomSlug === slug,
    );
    await his.fence();
    expect(his.frames.some(isAfter)).toBe(false);
  });

  test("number the lists of a person upwards, whichever makes them and whatever their clocks say", async () => {
    const { alice } = people;
    // The second server's clock is a day behind.
    two.clock.advance(-24 * 60 * 60_000);
    const socket = await open(one, alice);
    const revs: number[] = [];
    for (const app of [one, two, one, two]) {
      await createRoomOf(onNode(app, alice));
      const list = await connect(app, onNode(one, alice));
      sockets.push(list);
      const update = list.frames.find(({ type }) => type === "SERVER_SUBSCRIPTION_UPDATE");
      revs.push(Number(update?.["rev"]));
    }
    two.clock.advance(24 * 60 * 60_000);
    expect(revs).toEqual(revs.toSorted((a, b) => a - b));
    expect(new Set(revs).size).toBe(revs.length);
    await socket.fence();
  });
});
