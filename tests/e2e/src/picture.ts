/**
 * `npm run picture`: renews docs/images/chat.png, the chat as it is, in a world of a few people. Renew it when the screen changes.
 */
import { fileURLToPath } from "node:url";
import { createClient, roomKeyOf, type ChatClient } from "@colbin/client";
import type { UserId } from "@colbin/protocol";
import { chromium, type Page } from "playwright-core";
import { ensureChromium } from "../../../tools/setup/chromium.mjs";
import { startServer } from "./server.ts";

const FILE = fileURLToPath(new URL("../../../docs/images/chat.png", import.meta.url));
const ROOM = "tile-server";

interface Person {
  readonly client: ChatClient;
  readonly id: UserId;
  readonly address: string;
}

async function enter(url: string, fullName: string): Promise<Person> {
  const client = createClient({ baseUrl: url });
  const username = fullName.toLowerCase().replace(" ", ".");
  const address = `${username}@example.org`;
  const { user: sent, challengeId } = await client.auth.sendOtp(address);
  const otp = sent.otp ?? "";
  const { id } = await client.auth.verifyOtp({ identifier: address, otp, challengeId });
  await client.call("updateMe", { body: { fullName, username } });
  return { client, id, address };
}

/** Says it, and others answer with these emoji. */
async function say(
  { client }: Person,
  slug: string,
  content: string,
  reactions: readonly (readonly [string, ...Person[]])[] = [],
): Promise<void> {
  const body = { content, type: "text", metadata: {} } as const;
  const { message } = await client.call("sendMessage", { params: { slug }, body });
  for (const [emoji, ...people] of reactions)
    for (const person of people)
      await person.client.call("addReaction", {
        params: { slug, id: message.id },
        body: { emoji },
      });
}

async function makeRoom({ client }: Person, title: string, description?: string): Promise<void> {
  const body = { title, privacy: "public" as const, ...(description && { description }) };
  await client.call("createRoom", { body });
}

const table = `Same hour last week against today, per region:

| Region | p99 last week | p99 now |
| --- | ---: | ---: |
| Frankfurt | 412 ms | 187 ms |
| Singapore | 471 ms | 240 ms |
| São Paulo | 655 ms | 702 ms |`;

const code = `The tiles are cached by style now, merged this morning:

\`\`\`ts
export function maxAgeOf(style: Style): number {
  return style === "satellite" ? 30 * MINUTE : 10 * MINUTE;
}
\`\`\`

Hit rate went from 71 to **93 %** within half an hour.`;

/** Nora's organization, as she finds it in the morning; and her colleagues, two of whom are about to write. */
async function makeWorld(url: string) {
  const nora = await enter(url, "Nora Winter");
  const { id: orgId } = await nora.client.call("createOrganization", {
    body: { title: "Meridian Maps" },
  });
  await nora.client.workspaces.switchTo(orgId);
  const { code: inviteCode } = await nora.client.call("generateInviteLink", {
    params: { orgId },
    body: {},
  });
  const join = async (name: string) => {
    const person = await enter(url, name);
    await person.client.workspaces.accept(inviteCode);
    return person;
  };
  const jonas = await join("Jonas Lindqvist");
  const priya = await join("Priya Raman");
  const samuel = await join("Samuel Adeyemi");
  const mei = await join("Mei Chen");
  const leila = await join("Leila Haddad");
  const colleagues = [jonas, priya, samuel, mei, leila];

  await makeRoom(nora, "Tile server", "Everything between the renderer and the map");
  for (const title of ["Design crit", "Field survey", "Incidents", "Release train"])
    await makeRoom(nora, title);
  await nora.client.call("createRoom", { body: { title: "Hiring", privacy: "private" } });
  const sessionRoomSlugs = [ROOM, "design-crit", "field-survey", "incidents", "release-train"];
  for (const { client } of colleagues)
    await client.call("createOrJoinRooms", { body: { sessionRoomSlugs } });

  for (const person of colleagues) {
    const { sessionRoomSlug } = await nora.client.call("openDirect", {
      body: { userId: person.id },
    });
    await say(nora, sessionRoomSlug, "Good morning");
    if (person === samuel) await say(samuel, sessionRoomSlug, "Have you seen São Paulo?");
  }
  const group = { userIds: [nora.id, mei.id, leila.id] };
  const { sessionRoomSlug: trip } = await samuel.client.call("createGroup", { body: group });
  await say(samuel, trip, "Lisbon in May?");
  await say(mei, "incidents", "Resolved: the certificate of the mirror is new.");
  await say(leila, "incidents", "Thanks, all green here.");
  await say(priya, "release-train", "2.8 leaves on Thursday.");
  const status = { emoji: "☀", text: "On holiday", expiresAt: null };
  await leila.client.call("updateMe", { body: { customStatus: status } });

  await say(jonas, ROOM, code, [
    ["❤️", nora, priya, samuel, mei],
    ["⚡", leila, priya],
  ]);
  await say(priya, ROOM, "Nothing in the error log, and the disks are quiet for once.");
  await say(jonas, ROOM, table, [["😂", nora, samuel]]);
  await say(samuel, ROOM, "São Paulo is the odd one out. Is the import still running?");
  await say(nora, ROOM, "It is: batch 14 of 16. I hold Singapore until it is through.", [
    ["☕", samuel, jonas],
  ]);
  return { nora, colleagues };
}

async function signIn(page: Page, address: string): Promise<void> {
  await page.goto(`/chat/${ROOM}`);
  await page.getByLabel("Email or Phone Number").fill(address);
  await page.getByRole("button", { name: "Send OTP" }).click();
  await page.getByRole("button", { name: "Verify OTP" }).click();
  await page.getByText("Connected", { exact: true }).waitFor();
}

const server = await startServer();
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  // Root has no sandbox to give; the pages are our own.
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
});
const { nora, colleagues } = await makeWorld(server.url);
nora.client.close();
for (const { client } of colleagues) client.connection.connect();
const acting = setInterval(() => {
  for (const { client } of colleagues.slice(0, 3)) client.people.noteActive();
  for (const { client } of colleagues.slice(1, 3))
    client.typing.keystroke(roomKeyOf(client.store.getSnapshot(), ROOM));
}, 500);
const page = await browser.newPage({
  baseURL: server.url,
  viewport: { width: 1440, height: 900 },
  colorScheme: "light",
  locale: "en-GB",
});
// Whoever runs it for others has codes sent, and no banner that warns of showing them.
await page.route("**/public-config", async (route) => {
  const reply = await route.fetch();
  await route.fulfill({ json: { ...((await reply.json()) as object), devDelivery: false } });
});
// The sign-in leads into the organization where she was last.
await signIn(page, nora.address);
await page.getByRole("button", { name: "Latest messages" }).click();
await page.getByRole("log").getByText("batch 14 of 16").waitFor();
await page.mouse.move(0, 0);
await page.getByText("are typing").waitFor();
await page.screenshot({ path: FILE });
console.log(`${FILE} is new.`);
clearInterval(acting);
for (const { client } of colleagues) client.close();
await browser.close();
await server.stop();
process.exit(0);
