import { randomUUID } from "node:crypto";
import {
  ELEVATION_HEADER,
  workspaceId,
  type MemberStatus,
  type UserId,
  type WorkspaceId,
  type WorkspaceRole,
} from "@colbin/protocol";
import * as z from "zod/mini";
import { startTestApp, type TestApp } from "./harness.ts";
import { vi } from "vitest";
import { openBrowser, signIn, type CallOptions, type Person } from "./world.ts";

/** An organization without an owner: the test says who is in it. */
export async function createOrganization({ database }: TestApp): Promise<WorkspaceId> {
  const { rows } = await database.pool.query<{ id: string }>(
    `with made as (insert into workspaces (kind) values ('organization') returning id)
      insert into organizations (id, title, type) select id, 'Nordlicht', 'COMPANY' from made returning id`,
  );
  return z.parse(workspaceId, rows[0]?.id);
}

/** Makes somebody a member, or changes what they are. */
export async function setMember(
  { database }: Pick<TestApp, "database">,
  organization: WorkspaceId,
  userId: UserId,
  { role = "MEMBER", status = "ACTIVE" }: { role?: WorkspaceRole; status?: MemberStatus } = {},
): Promise<void> {
  await database.pool.query(
    `insert into workspace_members (workspace_id, user_id, role, status) values ($1, $2, $3, $4)
      on conflict (workspace_id, user_id) do update set role = excluded.role, status = excluded.status`,
    [organization, userId, role, status],
  );
}

/** The person's session works in this workspace from now on, and they have a token that says so. */
export async function switchTo(
  app: TestApp,
  person: Person,
  workspace: WorkspaceId,
): Promise<void> {
  await app.database.pool.query("update sessions set workspace_id = $1 where id = $2", [
    workspace,
    person.user.sessionId,
  ]);
  const { token: refreshToken } = person.tokens.refresh;
  const { user, tokens } = await person.call("refreshTokens", { body: { refreshToken } });
  Object.assign(person, { user, tokens, accessToken: tokens.access.token });
}

/** How they came into the rooms that they are in. */
export async function readJoinMethods(
  { database }: Pick<TestApp, "database">,
  { user }: Person,
): Promise<string[]> {
  const { rows } = await database.pool.query<{ method: string }>(
    "select distinct join_method as method from participants where user_id = $1",
    [user.id],
  );
  return rows.map(({ method }) => method);
}

/** Somebody new who is called that. */
export async function enter(app: TestApp, name: string): Promise<Person> {
  const identifier = `${name.toLowerCase()}-${randomUUID()}@example.org`;
  const person = await signIn(openBrowser(app.app.http.app), identifier);
  const user = await person.call("updateMe", { body: { fullName: name } });
  return Object.assign(person, { user });
}

/** They join by a link of somebody who leads there, so that they are in general as well, and work there from now on. */
export async function joinByLink(
  leader: Person,
  orgId: WorkspaceId,
  person: Person,
): Promise<void> {
  const { code } = await leader.call("generateInviteLink", { params: { orgId }, body: {} });
  const reply = await person.call("acceptInvitation", { body: { inviteCode: code } });
  Object.assign(person, { tokens: reply.tokens, accessToken: reply.tokens.access.token });
}

/** Shows by a code that it is them: options for the calls that ask for that. */
export async function elevate(
  person: Person,
): Promise<CallOptions & { readonly headers: Readonly<Record<string, string>> }> {
  const sent = await person.call("revealAuth", { body: {} });
  const otp = "otp" in sent ? sent.otp : undefined;
  if (otp === undefined) throw new Error("No code in the reply");
  const reply = await person.call("revealAuth", { body: { otp } });
  if (!("elevation" in reply)) throw new Error("A right code gives an elevation");
  return { headers: { [ELEVATION_HEADER]: reply.elevation.token } };
}

/** The code in the newest mail that invites this address, another one than that; waits for the mail. */
export async function readInviteCode(
  { outbox }: TestApp,
  email: string,
  other?: string,
): Promise<string> {
  const codes = () =>
    outbox
      .list()
      .filter(({ to }) => to === email)
      .flatMap(({ text }) => /\/invite\/join\?code=([\w-]+)/.exec(text)?.[1] ?? []);
  return vi.waitFor(() => {
    const [code] = codes();
    if (code === undefined || code === other) throw new Error(`No mail invites ${email}`);
    return code;
  });
}

/** A server with people of these names in one organization, where they may be sent as many codes as they ask for. */
export async function startTogether<const N extends readonly string[]>(
  names: N,
): Promise<{ readonly app: TestApp } & Awaited<ReturnType<typeof enterTogether<N>>>> {
  const app = await startTestApp({ environment: { OTP_SENDS_PER_IP_HOUR: "100000" } });
  return { app, ...(await enterTogether(app, names)) };
}

/** People of these names in an organization that the first of them founds, each at work there. */
export async function enterTogether<const N extends readonly string[]>(
  app: TestApp,
  names: N,
): Promise<{ readonly id: WorkspaceId; readonly people: { [K in keyof N]: Person } }> {
  const people = await Promise.all(names.map((name) => enter(app, name)));
  const [founder, ...others] = people;
  if (!founder) throw new Error("An organization has somebody who founds it");
  const { id } = await founder.call("createOrganization", { body: { title: "Nordlicht" } });
  await switchTo(app, founder, id);
  for (const person of others) await joinByLink(founder, id, person);
  return { id, people: people as { [K in keyof N]: Person } };
}
