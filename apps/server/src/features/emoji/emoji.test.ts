import { randomBytes } from "node:crypto";
import {
  CUSTOM_EMOJI_BYTES_MAX,
  type ErrorEnvelope,
  type CustomEmoji,
  type WorkspaceId,
} from "@colbin/protocol";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { comeAsGuest, makeGuestLink } from "#test/guests.ts";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { flatPng, moving, plain } from "#test/images.ts";
import { enter, joinByLink, switchTo } from "#test/organizations.ts";
import { connect } from "#test/socket.ts";
import { createRoomOf, type Person } from "#test/world.ts";

let app: TestApp;
let owner: Person;
let bob: Person;
let orgId: WorkspaceId;
let png: Buffer;
beforeAll(async () => {
  app = await startTestApp({ environment: { OTP_SENDS_PER_IP_HOUR: "1000" } });
  [owner, bob] = [await enter(app, "Olga"), await enter(app, "Bob")];
  orgId = await makeOrganization(owner);
  await joinByLink(owner, orgId, bob);
  png = await plain(300, 150).png().toBuffer();
});
afterAll(() => app.close());

async function makeOrganization(person: Person): Promise<WorkspaceId> {
  const { id } = await person.call("createOrganization", { body: { title: "Nordlicht" } });
  await switchTo(app, person, id);
  return id;
}

/** The answer as it came: its code where it is a refusal. */
async function add(name: string, bytes = png, type = "image/png", id = orgId): Promise<string> {
  const answer = await owner.send({
    method: "POST",
    url: `/v1/organizations/${id}/emoji?${new URLSearchParams({ name }).toString()}`,
    headers: { "content-type": type },
    payload: bytes,
  });
  return answer.status === 201 ? "ok" : (answer.body as ErrorEnvelope).code;
}

const list = (person = owner, id = orgId) => person.call("listEmoji", { params: { orgId: id } });

async function get(name: string): Promise<CustomEmoji> {
  const found = (await list()).results.find((each) => each.name === name);
  if (!found) throw new Error(`There is no :${name}:`);
  return found;
}

function load({ address: url }: CustomEmoji, person = bob) {
  const headers = { authorization: `Bearer ${person.accessToken}` };
  return app.app.http.app.inject({ method: "GET", url, headers });
}

test("an emoji is added, seen by all who work there, written with, and removed", async () => {
  const slug = await createRoomOf(owner, bob);
  const params = { slug };
  const { code } = await makeGuestLinkOf(slug);
  const guest = await comeAsGuest(app, code);
  const [tab, guestTab] = [await connect(app, bob), await connect(app, guest)];
  expect(await add("party")).toBe("ok");
  for (const each of [tab, guestTab]) await each.until(({ event }) => event === "emoji_changed");
  const { results } = await list(bob);
  expect(results).toEqual([
    { id: expect.any(String) as string, name: "party", address: expect.any(String) as string },
  ]);
  expect(await list(guest)).toEqual({ results });
  const emoji = await get("party");
  for (const person of [bob, guest]) {
    const { statusCode, headers } = await load(emoji, person);
    expect([statusCode, headers["content-type"]]).toEqual([200, "image/webp"]);
  }

  const { message } = await bob.call("sendMessage", { params, body: { content: "so :party:" } });
  await owner.call("addReaction", { params: { slug, id: message.id }, body: { emoji: ":party:" } });
  tab.send({
    type: "CLIENT_MESSAGE_REACTION",
    requestId: "both",
    sessionRoomSlug: slug,
    messageId: message.id,
    emoji: ":party:",
    action: "add",
  });
  const users = [owner.user.id, bob.user.id];
  expect(await tab.reply("both")).toMatchObject({
    reactions: [{ emoji: ":party:", count: 2, users }],
  });

  const of = { orgId, emojiId: emoji.id };
  await owner.call("deleteEmoji", { params: of });
  await tab.until(({ event }) => event === "emoji_changed");
  expect((await list(bob)).results).toEqual([]);
  expect((await load(emoji)).statusCode).toBe(404);
  expect(await owner.refusal("deleteEmoji", { params: of })).toMatchObject({
    code: "EMOJI_NOT_FOUND",
  });
  const id = message.id;
  const shown = await bob.call("getMessage", { params: { slug, id } });
  expect(shown).toMatchObject({
    content: "so :party:",
    reactions: [{ emoji: ":party:", count: 2 }],
  });
  // It can be taken back, and not be given again.
  const body = { emoji: ":party:" };
  const left = await bob.call("removeReaction", { params: { slug, id }, body });
  expect(left.reactions).toMatchObject([{ emoji: ":party:", count: 1 }]);
  expect(await bob.refusal("addReaction", { params: { slug, id }, body })).toMatchObject({
    code: "EMOJI_INVALID",
  });
  const { results: entries } = await owner.call("listAudit", { params: { orgId }, query: {} });
  const changes = entries.filter(({ kind }) => kind.startsWith("emoji"));
  expect(changes.map(({ kind, details }) => [kind, details["name"]])).toEqual([
    ["emoji removed", ":party:"],
    ["emoji added", ":party:"],
  ]);
});

async function makeGuestLinkOf(slug: string) {
  await owner.call("updateSettings", { params: { orgId }, body: { allowGuestLinks: true } });
  return makeGuestLink(owner, slug);
}

test("its image is at most 128 pixels wide and high, and goes on moving", async () => {
  expect(await add("still")).toBe("ok");
  const gif = await (await moving(4, 200, 100)).gif().toBuffer();
  expect(await add("mover", gif, "image/gif")).toBe("ok");
  const sizes = [];
  for (const name of ["still", "mover"]) {
    const { rawPayload } = await load(await get(name));
    const { width, pageHeight, height, pages } = await sharp(rawPayload, {
      animated: true,
    }).metadata();
    sizes.push([width, pageHeight ?? height, pages ?? 1]);
  }
  expect(sizes).toEqual([
    [128, 64, 1],
    [128, 64, 4],
  ]);
});

describe("a name", () => {
  it.each([
    ["qq", "ok"],
    ["a".repeat(32), "ok"],
    ["0_-9", "ok"],
    ["a", "VALIDATION_ERROR"],
    ["a".repeat(33), "VALIDATION_ERROR"],
    ["Party", "VALIDATION_ERROR"],
    ["par ty", "VALIDATION_ERROR"],
    ["par:ty", "VALIDATION_ERROR"],
    ["pärty", "VALIDATION_ERROR"],
    ["", "VALIDATION_ERROR"],
    ["tada", "EMOJI_NAME_RESERVED"],
    ["qq", "EMOJI_NAME_TAKEN"],
  ])("'%s': %s", async (name, answer) => expect(await add(name)).toBe(answer));
});

describe("the image of an emoji", () => {
  it.each<[string, string, () => Promise<Buffer> | Buffer, string?]>([
    ["of nothing", "FILE_TYPE_BLOCKED", () => Buffer.alloc(0)],
    ["of bytes by chance", "FILE_TYPE_BLOCKED", () => randomBytes(5_000)],
    ["of half a PNG", "PICTURE_NOT_READABLE", () => png.subarray(0, png.length / 2)],
    ["that is a JPEG", "FILE_TYPE_BLOCKED", () => plain(50, 50).jpeg().toBuffer()],
    [
      "that is an SVG",
      "FILE_TYPE_BLOCKED",
      () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
      "image/svg+xml",
    ],
    ["of too many pixels", "PICTURE_NOT_READABLE", () => flatPng(30_000, 30_000)],
    ["that is too large", "FILE_TOO_LARGE", () => randomBytes(CUSTOM_EMOJI_BYTES_MAX + 1)],
    ["under another type", "UNSUPPORTED_MEDIA_TYPE", () => png, "text/plain"],
  ])("%s is refused: %s", async (_what, code, make, type = "image/png") => {
    expect(await add("hostile", await make(), type)).toBe(code);
    expect((await list()).results.map(({ name }) => name)).not.toContain("hostile");
  });
});

test("of another organization it is no reaction, nor in Personal", async () => {
  expect(await add("ours")).toBe("ok");
  const other = await enter(app, "Odo");
  const otherId = await makeOrganization(other);
  expect(await other.refusal("listEmoji", { params: { orgId } })).toMatchObject({
    code: "ORGANIZATION_NOT_FOUND",
  });
  const emojiId = (await get("ours")).id;
  expect(await other.refusal("deleteEmoji", { params: { orgId: otherId, emojiId } })).toMatchObject(
    { code: "EMOJI_NOT_FOUND" },
  );
  for (const person of [other, await enter(app, "Pia")]) {
    const slug = await createRoomOf(person);
    const body = { content: "hello" };
    const { message } = await person.call("sendMessage", { params: { slug }, body });
    const input = { params: { slug, id: message.id }, body: { emoji: ":ours:" } };
    expect(await person.refusal("addReaction", input)).toMatchObject({ code: "EMOJI_INVALID" });
  }
});

// More than three pictures of a person are not read at once.
test("there are 500 at most, also when several are added at once", async () => {
  const { results } = await list();
  await app.database.pool.query(
    `insert into custom_emoji (id, workspace_id, name, address, created_at)
     select gen_random_uuid(), $1, 'many-' || n, '', now() from generate_series(1, $2::integer) n`,
    [orgId, 499 - results.length],
  );
  const answers = await Promise.all(["one-1", "two-2", "three-3"].map((name) => add(name)));
  expect(answers.toSorted()).toEqual(["EMOJI_LIMIT_REACHED", "EMOJI_LIMIT_REACHED", "ok"]);
  expect((await list()).results).toHaveLength(500);
});
