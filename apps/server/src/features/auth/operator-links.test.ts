import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openSignInServer, type SignInServer } from "#test/sign-in-server.ts";
import { openBrowser, openProgram, signIn } from "#test/world.ts";
import { makeOperatorLink } from "./operator-links.service.ts";

const smtp = {
  OTP_DELIVERY: "smtp",
  SMTP_URL: "smtp://mail.example.org",
  MAIL_FROM: "colbin@example.org",
};

let server: SignInServer;
beforeAll(async () => {
  server = await openSignInServer(smtp);
});
afterAll(() => server.close());

async function linkFor(identifier: string, on = server): Promise<string> {
  const { link } = await makeOperatorLink(on.auth, identifier);
  return decodeURIComponent(/#token=(\S+)$/.exec(link)?.[1] ?? "");
}

async function openLink(token: string, on = server) {
  return openBrowser(on.app).enter("verifyLink", { body: { token } });
}

/** The command as an operator types it, against the database of this server. */
async function runCommand(...words: string[]) {
  const { connection } = inject("databaseServer");
  const { rows } = await server.pool.query<{ name: string }>("select current_database() as name");
  const { user, password, host, port } = connection;
  const url = `postgres://${user}:${password}@localhost:${port}/${rows[0]?.name}?host=${encodeURIComponent(host)}`;
  const path = fileURLToPath(new URL("../../admin.ts", import.meta.url));
  const env = { ...smtp, DATABASE_URL: url, PUBLIC_URL: "https://chat.example.org" };
  return promisify(execFile)(process.execPath, [path, ...words], { env });
}

describe("a link that the operator makes", () => {
  test("makes the first account OWNER where nobody is, and signs in once", async () => {
    const token = await linkFor("Alice@example.org");
    const { user } = await openLink(token);
    expect(user).toMatchObject({
      email: "alice@example.org",
      role: "OWNER",
      isEmailVerified: true,
    });
    const again = await openBrowser(server.app).refusal("verifyLink", { body: { token } });
    expect(again.code).toBe("OTP_EXPIRED");
  });

  test("makes nobody else OWNER", async () => {
    expect((await openLink(await linkFor("bob@example.org"))).user.role).toBe("USER");
  });

  test("lasts fifteen minutes", async () => {
    const token = await linkFor("carol@example.org");
    server.clock.advance(15 * 60_000);
    const refusal = await openBrowser(server.app).refusal("verifyLink", { body: { token } });
    expect(refusal.code).toBe("OTP_EXPIRED");
  });

  test("is audited, without its token", async () => {
    const token = await linkFor("dora@example.org");
    const { rows } = await server.pool.query<{ kind: string; details: unknown }>(
      "select kind, details from audit_events where details->>'identifier' = 'dora@example.org'",
    );
    expect(rows).toEqual([
      { kind: "sign-in link", details: { identifier: "dora@example.org", by: "operator" } },
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe("the operator's command", () => {
  test("prints a link that signs in", async () => {
    const { stdout } = await runCommand("sign-in-link", "erin@example.org");
    expect(stdout).toMatch(
      /^This link signs erin@example\.org in once, until \d\d:\d\d UTC:\n\n {2}https:\/\/chat\.example\.org\/signin\/link#token=\S+\n$/,
    );
    const token = decodeURIComponent(/#token=(\S+)/.exec(stdout)?.[1] ?? "");
    expect((await openLink(token)).user.email).toBe("erin@example.org");
  });

  test.each([
    [["sign-in-link", "nobody"], "Please enter a valid email address or phone number\n"],
    [["sign-in-link"], "Usage: npm run admin -- sign-in-link <email or phone>"],
    [["make-coffee"], "Usage: npm run admin -- sign-in-link <email or phone>"],
  ])("explains itself on %j", async (words, sentence) => {
    const failure = await runCommand(...words).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 1, stderr: expect.stringContaining(sentence) as string });
  });
});

describe("the OWNER of an instance", () => {
  test("is the person of INSTANCE_OWNER, whoever came first, however the number was written", async () => {
    const named = await openSignInServer({
      INSTANCE_OWNER: "01512 3456789",
      DEFAULT_PHONE_REGION: "DE",
    });
    const first = await signIn(openBrowser(named.app), "first@example.org");
    const owner = await signIn(openProgram(named.app), "+49 1512 3456789");
    await named.close();
    expect(first.user.role).toBe("USER");
    expect(owner.user.role).toBe("OWNER");
  });

  test("is one, also when two people come first at the same moment", async () => {
    const open = await openSignInServer();
    const entries = [];
    for (const identifier of ["one@example.org", "two@example.org", "three@example.org"]) {
      const client = openBrowser(open.app);
      const { user } = await client.call("sendOtp", { body: { identifier } });
      entries.push({ client, body: { identifier, otp: user.otp ?? "" } });
    }
    const entered = await Promise.all(
      entries.map(({ client, body }) => client.enter("verifyOtp", { body })),
    );
    await open.close();
    expect(entered.filter(({ user }) => user.role === "OWNER")).toHaveLength(1);
  });

  test("is nobody where mail brings the codes and no name was given", async () => {
    const mailed = await openSignInServer(smtp);
    const client = openBrowser(mailed.app);
    const body = { identifier: "mallory@example.org" };
    await client.call("sendOtp", { body });
    await expect.poll(() => mailed.mails.length).toBe(1);
    const otp = /^\d{4}/.exec(mailed.mails[0]?.text ?? "")?.[0] ?? "";
    const { user } = await client.enter("verifyOtp", { body: { ...body, otp } });
    await mailed.close();
    expect(user.role).toBe("USER");
  });
});
