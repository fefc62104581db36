import { imagePath, type Message } from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { openLocalSite, pngOf, type LocalSite } from "#test/local-site.ts";
import type { TestClient } from "#test/realtime/test-client.ts";
import { createOrganization, setMember, switchTo } from "#test/organizations.ts";
import { connect } from "#test/socket.ts";
import { createRoomOf, createWorld, type Person, type World } from "#test/world.ts";

let site: LocalSite;
/** Stands at the public address of the server, where nobody is to be asked for anything. */
let own: LocalSite;
let app: TestApp;
let world: World;
let bob: TestClient;
let slug: string;

beforeAll(async () => {
  site = await openLocalSite();
  own = await openLocalSite();
  app = await startTestApp({
    environment: {
      OUTGOING_ALLOWED_HOSTS: `${site.host},${own.host}`,
      PUBLIC_URL: `http://${own.host}`,
    },
  });
  world = await createWorld(app.app.http.app);
});
afterAll(async () => {
  await app.close();
  await site.close();
  await own.close();
});
beforeEach(async () => {
  site.heard.length = 0;
  site.pages.clear();
  slug = await createRoomOf(world.alice, world.bob);
  bob = await connect(app, world.bob);
});

let count = 0;

/** A page that nobody has asked for yet. */
function place(title: string, more = ""): string {
  count += 1;
  const body = `<head><title>${title}</title>${more}</head>`;
  site.pages.set(`/${count}`, { body });
  return site.url(`/${count}`);
}

async function send(content: string, by: Person = world.alice) {
  const { message } = await by.call("sendMessage", { params: { slug }, body: { content } });
  return message;
}

const at = ({ id }: { readonly id: string }) => ({ params: { slug, id } });
const read = (message: Message) => world.bob.call("getMessage", at(message));
const edit = (message: Message, content: string) =>
  world.alice.call("editMessage", { ...at(message), body: { content } });
const titles = ({ previews }: Message) => previews?.map(({ title }) => title);

/** The message as an event tells it that edits it. */
async function heardOf(
  { id }: Message,
  isIt: (message: Message) => boolean = () => true,
): Promise<Message> {
  const frame = await bob.until((each) => {
    const { event, message } = each as Told;
    return event === "message_edited" && message?.id === id && isIt(message);
  });
  return (frame as { readonly message: Message }).message;
}

interface Told {
  readonly event?: unknown;
  readonly message?: Message;
}

/** Once all links that were written before are looked at. */
async function settle(): Promise<void> {
  await app.app.followers.settled();
  const left = "select 1 from jobs.job where name = 'previews.look' and state < 'completed'";
  await expect.poll(async () => (await app.database.pool.query(left)).rowCount).toBe(0);
}

describe("previews of links", () => {
  it("come after the message, for everybody, and are no edit", async () => {
    const image = site.url("/picture.png");
    site.pages.set("/picture.png", { type: "image/png", body: pngOf(1_200, 630) });
    const head = `<meta property="og:description" content="Why misses cost us most">
      <meta property="og:site_name" content="Tiles"><meta property="og:image" content="/picture.png">`;
    const link = place("Tile cache", head);
    const sent = await send(`The draft: ${link}.`);
    expect(sent.previews).toBeUndefined();
    const told = await heardOf(sent, ({ previews }) => previews !== undefined);
    expect(told).toMatchObject({
      isEdited: false,
      updatedAt: sent.updatedAt,
      content: sent.content,
    });
    expect(told.previews).toEqual([
      {
        url: link,
        title: "Tile cache",
        description: "Why misses cost us most",
        siteName: "Tiles",
        image: { url: imagePath(image), width: 1_200, height: 630 },
      },
    ]);
    expect(told.stateSeq).toBeGreaterThan(sent.seq);
    expect(await read(sent)).toEqual(told);
    const { messages } = await world.bob.call("listMessages", { params: { slug }, query: {} });
    expect(messages.find(({ id }) => id === sent.id)).toEqual(told);
    expect((await world.bob.call("listRevisions", at(sent))).revisions).toHaveLength(1);
  });

  it("are asked for once a day and address, whoever names it", async () => {
    const link = place("Once");
    await heardOf(await send(link));
    await heardOf(await send(`${link} again`));
    expect(site.paths()).toHaveLength(1);
    const due = "select max(expires_at) as at from link_previews";
    const { rows } = await app.database.pool.query<{ at: Date }>(due);
    expect(rows[0]?.at).toEqual(new Date(app.clock.now().getTime() + 24 * 60 * 60_000));
    await app.database.pool.query("update link_previews set expires_at = $1", [app.clock.now()]);
    site.pages.set(new URL(link).pathname, { body: "<title>Renewed</title>" });
    expect(titles(await heardOf(await send(`${link} later`)))).toEqual(["Renewed"]);
    expect(site.paths()).toHaveLength(2);
  });

  it("are three at most, in the order of the links; what shows nothing has none", async () => {
    const [one, two, three, four] = ["one", "two", "three", "four"].map((title) => place(title));
    const missing = site.url("/missing");
    const sent = await send(`${one} ${missing} ${two} ${three} ${four}`);
    expect(titles(await heardOf(sent))).toEqual(["one", "two"]);
    expect(site.paths().toSorted()).toEqual(
      [one, missing, two].map((link) => new URL(link ?? "").pathname).toSorted(),
    );
  });

  it("show an image by its name, and follow a redirect", async () => {
    site.pages.set("/plan.png", { type: "image/png", body: pngOf(40, 30) });
    site.pages.set("/short", { status: 302, location: "/plan.png" });
    const told = await heardOf(await send(site.url("/short")));
    expect(told.previews).toMatchObject([
      { url: site.url("/short"), title: "plan.png", image: { width: 40, height: 30 } },
    ]);
  });

  it.each([
    ["an address of this machine", () => "http://127.0.0.1/"],
    ["this instance", () => app.config.publicUrl],
    ["a redirect to this instance", () => redirectTo(app.config.publicUrl)],
    ["a redirect to this machine", () => redirectTo("http://[::1]/")],
    ["a file", () => place("x").replace(/\d+$/, "file")],
    ["a link in code", () => `\`${place("in code")}\``],
  ])("are none of %s", async (_name, toContent) => {
    const url = toContent();
    site.pages.set("/file", { type: "application/pdf", body: "%PDF" });
    const sent = await send(url);
    await settle();
    expect((await read(sent)).previews).toBeUndefined();
    expect(own.heard).toEqual([]);
  });

  it("follow an edit", async () => {
    const [one, two] = [place("one"), place("two")];
    const sent = await send(one);
    await heardOf(sent, ({ previews }) => previews?.length === 1);
    await edit(sent, `${one} and ${two}`);
    expect(titles(await heardOf(sent, ({ previews }) => previews?.length === 2))).toEqual([
      "one",
      "two",
    ]);
    await edit(sent, "nothing any more");
    expect((await heardOf(sent, ({ previews }) => previews === undefined)).isEdited).toBe(true);
    expect(site.paths()).toHaveLength(2);
  });

  const rowsOf = async ({ id }: Message) => {
    const kept = "select links, removed from message_previews where message_id = $1";
    return (await app.database.pool.query<object>(kept, [id])).rows;
  };
  const erase = (message: Message) => world.alice.call("deleteMessage", at(message));

  it.each<[string, () => string, boolean, (message: Message) => Promise<unknown>]>([
    ["that are shown, and it is deleted", () => place("gone"), false, erase],
    ["that show nothing, and it is deleted", () => site.url("/missing"), false, erase],
    ["that were taken off, and it is deleted", () => site.url("/missing"), true, erase],
    ["that show nothing, and are edited away", () => site.url("/missing"), false, withoutLinks],
    ["that were taken off, and are edited away", () => place("gone"), true, withoutLinks],
  ])("leave nothing of the links of a message %s", async (_what, toLink, isTakenOff, end) => {
    const link = toLink();
    const sent = await send(link);
    if (isTakenOff) await world.alice.call("deletePreviews", at(sent));
    await settle();
    expect(await rowsOf(sent)).toEqual([{ links: [link], removed: isTakenOff ? [link] : [] }]);
    await end(sent);
    await settle();
    expect((await read(sent)).previews).toBeUndefined();
    expect(await rowsOf(sent)).toEqual([]);
  });
});

function withoutLinks(message: Message): Promise<unknown> {
  return edit(message, "nothing any more");
}

function redirectTo(location: string): string {
  site.pages.set("/away", { status: 302, location });
  return site.url("/away");
}

describe("an author who takes them off", () => {
  it("takes them off for everybody, and they do not come back with another text", async () => {
    const [one, two] = [place("one"), place("two")];
    const sent = await send(one);
    await heardOf(sent);
    const { seq } = await world.alice.call("deletePreviews", at(sent));
    const told = await heardOf(sent, ({ previews }) => previews === undefined);
    expect(told).toMatchObject({ stateSeq: seq, isEdited: false });
    expect(await world.alice.call("deletePreviews", at(sent))).toEqual({ messageId: sent.id });
    await edit(sent, `${one} is better than ${two}`);
    const later = await heardOf(
      sent,
      ({ stateSeq, previews }) => stateSeq > told.stateSeq && previews !== undefined,
    );
    expect(titles(later)).toEqual(["two"]);
  });

  it("is the only one who may", async () => {
    const sent = await send(place("mine"));
    await heardOf(sent);
    const refused = await world.bob.refusal("deletePreviews", at(sent));
    expect(refused).toMatchObject({ code: "MESSAGE_NOT_AUTHOR" });
    expect(titles(await read(sent))).toEqual(["mine"]);
  });

  it.each(["before it is asked", "before it answers"])(
    "may be faster than the site: %s",
    async (when) => {
      const gate = Promise.withResolvers<void>();
      const link = place("late");
      site.pages.set(new URL(link).pathname, { body: "<title>late</title>", after: gate.promise });
      const sent = await send(link);
      if (when === "before it answers") await expect.poll(site.paths).toHaveLength(1);
      await world.alice.call("deletePreviews", at(sent));
      gate.resolve();
      await settle();
      expect((await read(sent)).previews).toBeUndefined();
    },
  );
});

describe("off", () => {
  /** In an organization, which everybody has to choose for. */
  async function enterOrganization() {
    const orgId = await createOrganization(app);
    for (const person of [world.alice, world.bob]) {
      const role = person === world.alice ? "OWNER" : "MEMBER";
      await setMember(app, orgId, person.user.id, { role });
      await switchTo(app, person, orgId);
    }
    slug = await createRoomOf(world.alice, world.bob);
    bob = await connect(app, world.bob);
    return (linkPreviews: boolean) =>
      world.alice.call("updateSettings", { params: { orgId }, body: { linkPreviews } });
  }

  it.each([
    [
      "by the author",
      () => (linkPreviews: boolean) =>
        world.alice.call("updateMe", { body: { preferences: { linkPreviews } } }),
    ],
    [
      "in the room",
      () => (linkPreviews: boolean) =>
        world.alice.call("updateRoom", { params: { slug }, body: { settings: { linkPreviews } } }),
    ],
    ["in the organization", enterOrganization],
  ])("%s, until it is on again", async (_name, prepare) => {
    const choose = await prepare();
    await choose(false);
    const sent = await send(place("unwanted"));
    await settle();
    expect((await read(sent)).previews).toBeUndefined();
    expect(site.heard).toEqual([]);
    await choose(true);
    expect(titles(await heardOf(await send(place("wanted"))))).toEqual(["wanted"]);
  });

  it("for more links of one author than their limit, which ends by itself", async () => {
    await using narrow = await startTestApp({
      environment: { LINK_PREVIEW_RATE: "2", OUTGOING_ALLOWED_HOSTS: site.host },
    });
    const { alice } = await createWorld(narrow.app.http.app);
    const room = { slug: await createRoomOf(alice) };
    const [one, two, three] = [place("one"), place("two"), place("three")];
    const say = (content: string) => alice.call("sendMessage", { params: room, body: { content } });
    const shown = async (id: string) =>
      titles(await alice.call("getMessage", { params: { ...room, id } }));
    const first = await say(`${one} ${two}`);
    await expect.poll(() => shown(first.message.id)).toEqual(["one", "two"]);
    // Known ones count for nobody.
    const second = await say(`${two} ${three}`);
    await expect.poll(() => shown(second.message.id)).toEqual(["two"]);
    // The edit by which it is shown is looked at as well: after the advance that would take the place of the third.
    await narrow.app.followers.settled();
    const waiting = "select 1 from jobs.job where name = 'previews.look' and state < 'completed'";
    await expect.poll(async () => (await narrow.database.pool.query(waiting)).rowCount).toBe(0);
    narrow.clock.advance(30_000);
    const third = await say(`again ${three}`);
    await expect.poll(() => shown(third.message.id)).toEqual(["three"]);
    expect(site.paths()).toHaveLength(3);
  });

  it("on the whole server", async () => {
    await using silent = await startTestApp({
      environment: { LINK_PREVIEWS: "off", OUTGOING_ALLOWED_HOSTS: site.host },
    });
    const people = await createWorld(silent.app.http.app);
    const room = await createRoomOf(people.alice);
    await people.alice.call("sendMessage", {
      params: { slug: room },
      body: { content: place("unwanted") },
    });
    await silent.app.followers.settled();
    const jobs = await silent.database.pool.query(
      "select 1 from jobs.job where name = 'previews.look'",
    );
    expect(jobs.rowCount).toBe(0);
    expect(site.heard).toEqual([]);
  });
});
