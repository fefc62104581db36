import type { ChannelPreference, UserId, WorkspaceId } from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "#server/platform/actor.ts";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { createOrganization, setMember } from "#test/organizations.ts";
import { connect } from "#test/socket.ts";
import { createRoomOf, createWorld, type Person } from "#test/world.ts";
import { readDeliverySettings } from "./delivery-settings.service.ts";
import { pauseNotifications } from "./preferences.service.ts";

const MINUTE_MS = 60_000;
const night = { from: "22:00", until: "07:00" };
const none = "01930000-0000-7000-8000-000000000000" as WorkspaceId;

let app: TestApp;
let alice: Person;
let bob: Person;
beforeAll(async () => {
  app = await startTestApp({ environment: { NOTIFICATION_TESTS_HOUR: "3" } });
  ({ alice, bob } = await createWorld(app.app.http.app));
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.database.pool.query("delete from notification_settings");
});

const inMinutes = (minutes: number) =>
  new Date(app.clock.now().getTime() + minutes * MINUTE_MS).toISOString();
const inHours = (hours: number) => inMinutes(60 * hours);
const cell = (channels: readonly ChannelPreference[], type: string, channel: string) =>
  channels.find((each) => each.type === type && each.channel === channel);

async function settingsOf(person: Person) {
  const { id: userId } = person.user;
  const found = await readDeliverySettings(app.database.kysely, [userId], app.clock.now());
  const settings = found.get(userId);
  if (!settings) throw new Error("They exist");
  return settings;
}

describe("the table", () => {
  it("keeps what was touched, tells the other devices, and takes it back", async () => {
    const socket = await connect(app, bob);
    const { channels, rooms, all } = await bob.call("getNotificationPreferences", {});
    const plain = cell(channels, "MESSAGE_REPLY", "EMAIL");
    expect(plain).toMatchObject({ isOn: false, isChosen: false, isFixed: false });
    expect(cell(channels, "SECURITY_ALERT", "EMAIL")).toMatchObject({ isOn: true, isFixed: true });
    expect(channels.some(({ channel }) => channel === "SMS" || channel === "WEBHOOK")).toBe(false);
    expect({ rooms, all }).toEqual({
      rooms: (await bob.call("listNotificationSettings", {})).results,
      all: { muted: false, mutedUntil: null },
    });
    const choice = { type: "MESSAGE_REPLY", channel: "EMAIL" } as const;
    const change = (isOn: boolean | null) =>
      bob.call("updateNotificationPreferences", { body: { channels: [{ ...choice, isOn }] } });

    const changed = await change(true);

    expect(cell(changed.channels, "MESSAGE_REPLY", "EMAIL")).toMatchObject({
      isOn: true,
      isChosen: true,
    });
    await socket.until(({ event }) => event === "notification_settings_changed");
    const { rows } = await app.database.pool.query("select channels from notification_settings");
    expect(rows).toEqual([{ channels: { MESSAGE_REPLY: { EMAIL: true } } }]);
    expect((await settingsOf(bob)).isOn("MESSAGE_REPLY", "EMAIL")).toBe(true);
    expect((await settingsOf(alice)).isOn("MESSAGE_REPLY", "EMAIL")).toBe(false);
    expect(cell((await change(null)).channels, "MESSAGE_REPLY", "EMAIL")).toEqual(plain);
  });

  it("keeps each of many choices that are made at once", async () => {
    const cells = (await bob.call("getNotificationPreferences", {})).channels.filter(
      ({ isFixed }) => !isFixed,
    );
    await Promise.all(
      cells.map(({ type, channel, isOn }) =>
        bob.call("updateNotificationPreferences", {
          body: { channels: [{ type, channel, isOn: !isOn }] },
        }),
      ),
    );
    const { channels } = await bob.call("getNotificationPreferences", {});
    expect(channels.filter(({ isChosen }) => isChosen)).toEqual(
      cells.map((each) => ({ ...each, isOn: !each.isOn, isChosen: true })),
    );
  });

  it("mutes one organization: it is in the feed alone", async () => {
    const orgId = await createOrganization(app);
    await setMember(app, orgId, bob.user.id);
    const choose = (isMuted: boolean) =>
      bob.call("updateNotificationPreferences", {
        body: { workspaces: [{ workspaceId: orgId, isMuted }] },
      });
    expect((await choose(true)).mutedWorkspaces).toEqual([orgId]);
    const { isOn } = await settingsOf(bob);
    const asked = [
      isOn("MESSAGE_MENTION", "EMAIL", orgId),
      isOn("MESSAGE_MENTION", "EMAIL"),
      isOn("MESSAGE_MENTION", "IN_APP", orgId),
    ];
    expect(asked).toEqual([false, true, true]);
    expect((await choose(false)).mutedWorkspaces).toEqual([]);
  });

  it.each([
    [{ type: "SECURITY_ALERT", channel: "IN_APP", isOn: false }, "NOTIFICATION_CHANNEL_REQUIRED"],
    [{ type: "SECURITY_ALERT", channel: "EMAIL", isOn: false }, "NOTIFICATION_CHANNEL_REQUIRED"],
    [{ type: "SECURITY_ALERT", channel: "SMS", isOn: true }, "VALIDATION_ERROR"],
    [{ type: "MESSAGE_NEW", channel: "IN_APP", isOn: true }, "VALIDATION_ERROR"],
    [{ type: "MESSAGE_NEW", channel: "WEBHOOK", isOn: true }, "VALIDATION_ERROR"],
    [{ type: "RAIN", channel: "PUSH", isOn: true }, "VALIDATION_ERROR"],
    [{ type: "MESSAGE_NEW", channel: "PIGEON", isOn: true }, "VALIDATION_ERROR"],
    [{ type: "MESSAGE_NEW", channel: "PUSH" }, "VALIDATION_ERROR"],
  ])("refuses %j with %s, and what came with it", async (choice, code) => {
    const good = { type: "MESSAGE_NEW", channel: "PUSH", isOn: false };
    const body = { channels: [good, choice] } as never;
    const refusal = await bob.refusal("updateNotificationPreferences", { body });
    expect(refusal.code).toBe(code);
    const { channels } = await bob.call("getNotificationPreferences", {});
    expect(channels.some(({ isChosen }) => isChosen)).toBe(false);
  });

  it("refuses a workspace that the person is not in", async () => {
    const body = { workspaces: [{ workspaceId: none, isMuted: true }] };
    const refusal = await bob.refusal("updateNotificationPreferences", { body });
    expect(refusal.code).toBe("VALIDATION_ERROR");
  });
});

describe("quiet hours", () => {
  const hours = { mode: "EVERY_DAY", range: night, days: {}, timeZone: "UTC" } as const;

  it("are off at first, and hold what comes in them by the clock of the person", async () => {
    const before = await bob.call("getQuietHours", {});
    expect(before).toMatchObject({ mode: "OFF", quietUntil: null, quietFrom: null });
    const minute = new Date(inMinutes(0).replace(/:\d\d\.\d{3}Z$/, ":00Z"));
    const after = (minutes: number) =>
      new Date(minute.getTime() + minutes * MINUTE_MS).toISOString();
    const range = { from: after(2).slice(11, 16), until: after(6).slice(11, 16) };
    const chosen = await bob.call("updateQuietHours", { body: { ...hours, range } });
    expect(chosen).toMatchObject({ range, timeZone: "UTC", quietUntil: null, quietFrom: after(2) });
    expect((await settingsOf(bob)).heldUntil).toBeNull();
    app.clock.advance(2 * MINUTE_MS);
    expect((await bob.call("getQuietHours", {})).quietUntil).toBe(after(6));
    expect((await settingsOf(bob)).heldUntil).toEqual(new Date(after(6)));
    // The zone that is chosen for all devices stands above that of one; its clocks show six hours more.
    const choose = (timezone: string | null) =>
      bob.call("updateMe", { body: { preferences: { timezone } } });
    await choose("Etc/GMT-6");
    expect(await bob.call("getQuietHours", {})).toMatchObject({
      timeZone: "Etc/GMT-6",
      quietUntil: null,
      quietFrom: after(18 * 60 + 2),
    });
    await choose(null);
  });

  it("may be whole days, where that is confirmed", async () => {
    const whole = { from: "09:00", until: "09:00" };
    const body = { ...hours, mode: "CUSTOM" as const, days: { "6": [whole] } };
    const refusal = await bob.refusal("updateQuietHours", { body });
    expect(refusal).toMatchObject({
      code: "VALIDATION_ERROR",
      details: { fields: [{ path: "days.6" }] },
    });
    const chosen = await bob.call("updateQuietHours", {
      body: { ...body, isWholeDayConfirmed: true },
    });
    expect(chosen.days).toMatchObject({ "5": [], "6": [whole] });
  });

  it.each([
    { ...hours, mode: "SOMETIMES" },
    { ...hours, range: { from: "24:00", until: "07:00" } },
    { ...hours, range: { from: "9:00", until: "07:00" } },
    { ...hours, days: { "7": [night] } },
    { ...hours, days: { "1": Array.from({ length: 9 }, () => night) } },
    { ...hours, timeZone: "Middle/Earth" },
  ])("refuse %j", async (body) => {
    const refusal = await bob.refusal("updateQuietHours", { body: body as never });
    expect(refusal.code).toBe("VALIDATION_ERROR");
  });
});

describe("a pause", () => {
  it("is quiet by hand until it ends, and null ends it", async () => {
    const until = inHours(2);
    expect(await bob.call("pauseNotifications", { body: { until } })).toMatchObject({
      pausedUntil: until,
      quietUntil: until,
    });
    expect((await settingsOf(bob)).heldUntil).toEqual(new Date(until));
    const ended = await bob.call("pauseNotifications", { body: { until: null } });
    expect(ended).toMatchObject({ pausedUntil: null, quietUntil: null });
    await bob.call("pauseNotifications", { body: { until: inMinutes(5) } });
    app.clock.advance(5 * MINUTE_MS);
    expect((await bob.call("getQuietHours", {})).pausedUntil).toBeNull();
  });

  it.each([0, -1, 7 * 24 + 1])("of %i hours is refused", async (hours) => {
    const body = { until: inHours(hours) };
    expect((await bob.refusal("pauseNotifications", { body })).code).toBe("VALIDATION_ERROR");
  });

  it("is seen by whoever writes to the person directly, unless they do not show it", async () => {
    const body = { userId: bob.user.id };
    const { sessionRoomSlug: slug } = await alice.call("openDirect", { body });
    const seen = async (at = slug) =>
      (await alice.call("getPeerQuiet", { params: { slug: at } })).quietUntil;
    expect(await seen()).toBeNull();
    const until = inHours(3);
    await bob.call("pauseNotifications", { body: { until } });
    expect(await seen()).toBe(until);
    expect(await seen(await createRoomOf(alice, bob))).toBeNull();
    await bob.call("updateMe", { body: { preferences: { shareQuietHours: false } } });
    expect(await seen()).toBeNull();
    await bob.call("updateMe", { body: { preferences: { shareQuietHours: true } } });
    const blocked = { params: { sessionUserId: alice.user.id } };
    await bob.call("blockUser", blocked);
    expect(await seen()).toBeNull();
    await bob.call("unblockUser", blocked);
    expect(await seen()).toBe(until);
  });
});

it("what waits is recomputed with a change, or neither happens", async () => {
  const { id: userId } = bob.user;
  const told: UserId[] = [];
  const deps = {
    ...app,
    db: app.database.kysely,
    live: { sendToPerson: () => undefined },
    listRoomSettings: () => bob.call("listNotificationSettings", {}),
    canSendSms: false,
    settingsListeners: [
      async (_tx: unknown, id: UserId) => {
        told.push(id);
        if (told.length > 1) throw new Error("It cannot be recomputed");
      },
    ],
  };
  const actor = { userId } as Actor;
  const until = inMinutes(5);
  expect((await pauseNotifications(deps, actor, until)).pausedUntil).toBe(until);
  await expect(pauseNotifications(deps, actor, null)).rejects.toThrow("It cannot be recomputed");
  expect((await bob.call("getQuietHours", {})).pausedUntil).toBe(until);
  expect(told).toEqual([userId, userId]);
});

it("a test comes in the feed and by mail, three times an hour", async () => {
  await bob.call("pauseNotifications", { body: { until: inHours(1) } });
  const socket = await connect(app, bob);
  const sent = await bob.call("testNotifications", {});
  expect(sent.results).toEqual([
    { channel: "IN_APP", result: "sent" },
    { channel: "PUSH", result: "unavailable" },
    { channel: "EMAIL", result: "sent" },
  ]);
  const told = await socket.until(({ type }) => type === "SERVER_NOTIFICATION");
  expect(told).toMatchObject({ notificationType: "NOTIFICATION_TEST", notification: { count: 1 } });
  const isTest = ({ subject }: { subject: string }) => subject === "A test of your notifications";
  await expect.poll(() => app.outbox.list().filter(isTest).length).toBe(1);
  await bob.call("updateMe", { body: { preferences: { emailNotifications: false } } });
  const { results } = await bob.call("testNotifications", {});
  expect(results.at(-1)).toEqual({ channel: "EMAIL", result: "off" });
  await bob.call("testNotifications", {});
  expect((await bob.refusal("testNotifications", {})).code).toBe("RATE_LIMITED");
});

it("settings of 10,000 people are one statement", async () => {
  const people = 10_000;
  await app.database.pool.query(
    `with made as (
       insert into users (id, full_name, username, email)
       select gen_random_uuid(), 'P', 'many-' || n, 'many-' || n || '@example.org' from generate_series(1, $1) n
       returning id)
     insert into notification_settings (user_id, quiet_mode, quiet_range, time_zone)
     select id, 'EVERY_DAY', '{"from":"00:00","until":"23:59"}', 'Europe/Berlin' from made`,
    [people],
  );
  const { rows } = await app.database.pool.query<{ user_id: UserId }>(
    "select user_id from notification_settings",
  );
  const ids = rows.map(({ user_id }) => user_id);
  let statements = 0;
  const plugin = {
    transformQuery: ({ node }: { node: unknown }) => {
      statements += 1;
      return node;
    },
    transformResult: ({ result }: { result: unknown }) => Promise.resolve(result),
  };
  const db = app.database.kysely.withPlugin(plugin as never);
  const settings = await readDeliverySettings(db, ids, app.clock.now());
  expect({ statements, people: settings.size }).toEqual({ statements: 1, people });
  expect([...settings.values()].every(({ heldUntil }) => heldUntil !== null)).toBe(true);
});
