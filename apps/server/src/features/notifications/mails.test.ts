import { randomUUID } from "node:crypto";
import { API_BASE_PATH, type MailScope, type MailState, type WorkspaceId } from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { readDeliverySettings } from "#server/features/notification-preferences/delivery-settings.service.ts";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { headerOf, openMailServer, textOf, type MailServer } from "#test/mail-server.ts";
import { enter } from "#test/organizations.ts";
import { openBrowser, type Person } from "#test/world.ts";
import type { NotificationJob } from "./kinds.jobs.ts";
import { mail, mailOverdue, type MailDeps } from "./mails.service.ts";
import { createUnsubscribeLinks, type UnsubscribeLinks } from "./unsubscribe-links.service.ts";

let app: TestApp;
let server: MailServer;
let links: UnsubscribeLinks;
let alice: Person;
let bob: Person;
let room: object;

/** The clock is turned by hours in all. */
const environment = { OTP_SENDS_PER_IP_HOUR: "100000", ACCESS_TOKEN_S: "86400" };

beforeAll(async () => {
  app = await startTestApp({ environment });
  server = await openMailServer(app.clock);
  const { rows } = await app.database.pool.query<{ secret: Buffer }>(
    "select otp_secret as secret from instance",
  );
  links = createUnsubscribeLinks(rows[0]?.secret ?? Buffer.of(), app.config.publicUrl);
});
afterAll(async () => {
  await server.close();
  await app.close();
});
beforeEach(async () => {
  Object.assign(server, { behaviour: "takes", until: Promise.resolve() });
  server.mails.length = 0;
  [alice, bob] = [await enter(app, "Alice"), await enter(app, "Bob")];
  await bob.call("updateMe", { body: { preferences: { timezone: "Asia/Kathmandu" } } });
  room = await makeRoom("Design");
});

/** A room with bob in it. */
async function makeRoom(title: string) {
  const body = { title, privacy: "public" } as const;
  const { roomId, sessionRoomSlug } = await alice.call("createRoom", { body });
  await bob.call("createOrJoinRooms", { body: { sessionRoomSlug } });
  const { rows } = await app.database.pool.query<{ workspaceId: WorkspaceId }>(
    'select workspace_id as "workspaceId" from rooms where id = $1',
    [roomId],
  );
  return { ...rows[0], roomId, sessionRoomSlug, title, accessLevel: "WRITE" };
}

/** Bob is told of something in a room: what he asked for was approved. */
async function tell(place: object = room): Promise<NotificationJob> {
  const facts = { ...place, requestId: randomUUID(), requestType: "JOIN_ROOM" };
  const event = { type: "ACCESS_REQUEST_APPROVED", userId: bob.user.id, actorId: alice.user.id };
  const job = { ...event, cause: randomUUID(), facts } as NotificationJob;
  const worker = app.app.workers.find(({ kind }) => kind.name === "notifications.notify");
  await worker?.run(job);
  return job;
}

function deps(mailer: Pick<MailServer["mailer"], "canSend" | "send"> = server.mailer): MailDeps {
  const { config, clock, jobs, database } = app;
  const live = { sendToPerson: () => undefined };
  const enqueueWebhooks = async () => undefined;
  const parts = {
    db: database.kysely,
    clock,
    jobs,
    live,
    mailer,
    enqueueWebhooks,
    readWishes: readDeliverySettings,
  };
  return { ...config, ...parts, unsubscribeLinks: links };
}

async function outcomesOf(...jobs: readonly NotificationJob[]): Promise<string[]> {
  const { rows } = await app.database.pool.query<{ what: string }>(
    `select status || ' ' || reason as what from notification_deliveries
      where cause = any ($1) and channel = 'EMAIL' order by created_at, cause`,
    [jobs.map(({ cause }) => cause)],
  );
  return rows.map(({ what }) => what);
}

/** Jobs for their mails in more than ten minutes: later than each event leaves one. */
async function countPlanned(...jobs: readonly NotificationJob[]): Promise<number> {
  const { rows } = await app.database.pool.query(
    `select 1 from jobs.job where name = 'notifications.mail' and data ->> 'cause' = any ($1) and start_after > $2`,
    [jobs.map(({ cause }) => cause), new Date(app.clock.now().getTime() + 10 * 60_000)],
  );
  return rows.length;
}

const idOf = (sent: string | undefined) => headerOf(sent, "Message-ID");
const subjects = () => server.mails.map((each) => headerOf(each, "Subject"));
const laterBy = (minutes: number) => app.clock.advance(minutes * 60_000);

describe("a bundle", () => {
  it("is one mail about a room, with the time of its reader and the way out", async () => {
    const jobs = [await tell(), await tell()];
    const other = await tell(await makeRoom("Maps"));
    for (const job of [...jobs, ...jobs, other]) await mail(deps(), job);
    expect(subjects()).toEqual([
      "2 notifications from Design",
      "Alice approved what you asked for in Maps",
    ]);
    const [first] = server.mails;
    const text = textOf(first);
    expect(text).toContain(`${app.config.publicUrl}/chat/`);
    expect(text).toMatch(/\d\d:\d\d,? GMT\+5:45/);
    expect(text).not.toMatch(/<img|src=|url\(/);
    const way = new RegExp(`^<${app.config.publicUrl}${API_BASE_PATH}/public/notifications/`);
    expect(headerOf(first, "List-Unsubscribe")).toMatch(way);
    expect(headerOf(first, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
    expect(await outcomesOf(...jobs, other)).toEqual(["SENT SENT", "SENT SENT", "SENT SENT"]);
  });

  it("leaves out what was read meanwhile, and does not leave without anything", async () => {
    const [one, two] = [await tell(), await tell()];
    const { results } = await bob.call("listNotifications", { query: {} });
    const read = (id = "") => bob.call("markNotificationRead", { params: { id } });
    await read(results[0]?.id);
    await mail(deps(), one);
    expect(subjects()).toEqual(["Alice approved what you asked for in Design"]);
    laterBy(16);
    const three = await tell();
    const [newest] = (await bob.call("listNotifications", { query: {} })).results;
    await read(newest?.id);
    await mail(deps(), three);
    expect(server.mails).toHaveLength(1);
    expect(await outcomesOf(three)).toEqual(["CANCELLED EMAIL_WAIT"]);
    expect((await outcomesOf(one, two)).toSorted()).toEqual(["CANCELLED EMAIL_WAIT", "SENT SENT"]);
  });

  it("comes once in a quarter of an hour at most", async () => {
    await mail(deps(), await tell());
    laterBy(3);
    const later = [await tell(), await tell()];
    for (const job of later) await mail(deps(), job);
    expect(server.mails).toHaveLength(1);
    expect(await countPlanned(...later)).toBe(1);
    laterBy(12);
    for (const job of later) await mail(deps(), job);
    expect(subjects()).toEqual([expect.any(String), "2 notifications from Design"]);
  });
});

describe("a mail server", () => {
  it("that cuts the connection gets the same mail again", async () => {
    server.behaviour = "cuts";
    const job = await tell();
    await expect(mail(deps(), job)).rejects.toThrow(/closed|ECONN|timeout/i);
    expect(await outcomesOf(job)).toEqual(["PENDING EMAIL_WAIT"]);
    server.behaviour = "takes";
    await mail(deps(), job);
    await mail(deps(), job);
    expect(server.mails).toHaveLength(1);
    expect(await outcomesOf(job)).toEqual(["SENT SENT"]);
  });

  it("that has a mail whose sender ends before its mark gets the same Message-ID; what came meanwhile is the next mail", async () => {
    const crashing = {
      canSend: true,
      send: async (each: Parameters<MailServer["mailer"]["send"]>[0]) => {
        await server.mailer.send(each);
        throw new Error("The process ends");
      },
    };
    const one = await tell();
    await expect(mail(deps(crashing), one)).rejects.toThrow("The process ends");
    const two = await tell();
    // The job of the later event may come first.
    await mail(deps(), two);
    await mail(deps(), one);
    expect(server.mails).toHaveLength(2);
    expect(idOf(server.mails[0])).toMatch(/^<[0-9a-f]{32}@example\.org>$/);
    expect(idOf(server.mails[1])).toBe(idOf(server.mails[0]));
    expect(await outcomesOf(one, two)).toEqual(
      expect.arrayContaining(["SENT SENT", "PENDING EMAIL_WAIT"]),
    );
    expect(await countPlanned(two)).toBe(1);
    laterBy(16);
    await mail(deps(), two);
    expect(idOf(server.mails[2])).not.toBe(idOf(server.mails[0]));
    expect(await outcomesOf(two)).toEqual(["SENT SENT"]);
  });

  it("that is slow holds up no other bundle, and nobody sends the same one meanwhile", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.until = promise;
    const job = await tell();
    const sending = mail(deps(), job);
    await expect.poll(() => server.mails.length).toBe(1);
    await mail(deps(), job);
    const other = await tell(await makeRoom("Maps"));
    const beside = mail(deps(), other);
    await expect.poll(() => server.mails.length).toBe(2);
    resolve();
    await Promise.all([sending, beside]);
    expect(await outcomesOf(job, other)).toEqual(["SENT SENT", "SENT SENT"]);
  });

  it("that was away for long gets what was not tried any more", async () => {
    server.behaviour = "cuts";
    const job = await tell();
    await mail(deps(), job).catch(() => undefined);
    laterBy(60);
    const left = `select 1 from jobs.job where name = 'notifications.mail' and data ->> 'cause' = $1`;
    const count = async () => (await app.database.pool.query(left, [job.cause])).rowCount ?? 0;
    const before = await count();
    await mailOverdue(deps());
    expect(await count()).toBe(before + 1);
  });
});

describe("an address", () => {
  const state = (): Promise<MailState> => bob.call("getMailState", {});
  const refuse = async (behaviour: MailServer["behaviour"]) => {
    server.behaviour = behaviour;
    const job = await tell();
    await mail(deps(), job).catch(() => undefined);
    laterBy(16);
    return (await outcomesOf(job))[0];
  };

  it("that refuses three mails gets none until its person uses it again", async () => {
    const address = bob.user.email;
    expect(await refuse("knows nobody")).toBe("FAILED ADDRESS_REFUSED");
    expect(await refuse("knows nobody")).toBe("FAILED ADDRESS_REFUSED");
    expect(await state()).toEqual({ address, addressOffAt: null, groupsOff: [] });
    expect(await refuse("knows nobody")).toBe("FAILED ADDRESS_REFUSED");
    expect((await state()).addressOffAt).not.toBeNull();
    expect(await refuse("takes")).toBe("CANCELLED CHANNEL_OFF");
    await bob.call("updateMailState", { body: { isAddressOn: true } });
    expect(await state()).toMatchObject({ addressOffAt: null });
    expect(await refuse("takes")).toBe("SENT SENT");
  });

  it("is not blamed for two refusals, nor for a server that relays nothing", async () => {
    for (const behaviour of ["knows nobody", "knows nobody", "takes", "knows nobody"] as const)
      await refuse(behaviour);
    for (let count = 0; count < 3; count += 1)
      expect(await refuse("relays nothing")).toBe("PENDING EMAIL_WAIT");
    expect(await state()).toMatchObject({ addressOffAt: null });
  });
});

describe("a link to unsubscribe", () => {
  const stranger = () => openBrowser(app.app.http.app);
  const tokenOf = (scope: MailScope) => {
    const subject = { userId: bob.user.id, scope, address: bob.user.email ?? "" };
    return links.make(subject).apiUrl.split("/").at(-1) ?? "";
  };
  const preferences = async () => (await bob.call("getMe", {})).preferences;

  it.each([
    ["rooms", ["CANCELLED CHANNEL_OFF"]],
    ["messages", ["PENDING EMAIL_WAIT"]],
    ["all", ["CANCELLED CHANNEL_OFF"]],
  ] as const)("of %s switches that off, signed out", async (scope, outcome) => {
    const params = { token: tokenOf(scope) };
    const shown = { scope, address: "b…@example.org" };
    expect(await stranger().call("getUnsubscribe", { params })).toEqual({ ...shown, isOff: false });
    expect(await preferences()).toMatchObject({ emailNotifications: true });
    expect(await stranger().call("unsubscribe", { params })).toEqual({ ...shown, isOff: true });
    expect(await stranger().call("getUnsubscribe", { params })).toEqual({ ...shown, isOff: true });
    expect(await outcomesOf(await tell())).toEqual(outcome);
    const groupsOff = scope === "all" ? [] : [scope];
    expect(await bob.call("getMailState", {})).toMatchObject({ groupsOff });
    await bob.call("updateMailState", { body: { groupsOff: [] } });
    expect(await preferences()).toMatchObject({ emailNotifications: scope !== "all" });
  });

  it("in a mail works by one click of the mail program, and leads a browser to the page", async () => {
    await mail(deps(), await tell());
    const [, url = ""] = /^<(.*)>$/.exec(headerOf(server.mails[0], "List-Unsubscribe") ?? "") ?? [];
    const path = url.slice(app.config.publicUrl.length);
    const browser = await stranger().send({ url: path, headers: { accept: "text/html" } });
    expect(browser.status).toBe(303);
    const page = `${app.config.publicUrl}/unsubscribe#token=${path.split("/").at(-1)}`;
    expect(browser.headers["location"]).toBe(page);
    expect(textOf(server.mails[0])).toContain(page);
    const click = await stranger().send({
      method: "POST",
      url: path,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "List-Unsubscribe=One-Click",
    });
    expect(click).toMatchObject({ status: 200, body: { scope: "rooms", isOff: true } });
  });

  it("of the weekly summary is the preference", async () => {
    await stranger().call("unsubscribe", { params: { token: tokenOf("digest") } });
    expect(await preferences()).toMatchObject({ weeklyDigest: false, emailNotifications: true });
  });

  test.each([
    ["of somebody else's making", () => tokenOf("all").replace(/[^.]{42}$/, "A".repeat(42))],
    ["about something else", () => tokenOf("rooms").replace("rooms", "all")],
    ["that is none", () => "nothing"],
    [
      "to an address that the person has no more",
      async () => {
        const token = tokenOf("all");
        await app.database.pool.query("update users set email = $1 where id = $2", [
          `new-${randomUUID()}@example.org`,
          bob.user.id,
        ]);
        return token;
      },
    ],
  ])("%s does nothing", async (_, toToken) => {
    const params = { token: await toToken() };
    const code = "UNSUBSCRIBE_INVALID";
    expect(await stranger().refusal("unsubscribe", { params })).toMatchObject({ code });
    expect(await stranger().refusal("getUnsubscribe", { params })).toMatchObject({ code });
    expect(await preferences()).toMatchObject({ emailNotifications: true });
  });
});
