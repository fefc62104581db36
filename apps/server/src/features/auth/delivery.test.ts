import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { openSignInServer, type SignInServer } from "#test/sign-in-server.ts";
import { foreignHosts, localHosts, proxied } from "#test/door.ts";
import { openBrowser, openProgram, signIn, type CallOptions } from "#test/world.ts";

const smtp = {
  OTP_DELIVERY: "smtp",
  SMTP_URL: "smtp://mail.example.org",
  MAIL_FROM: "Colbin <colbin@example.org>",
  PUBLIC_URL: "https://chat.example.org",
  PRODUCT_NAME: "Acme Chat",
};

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function open(environment: Readonly<Record<string, string>>): Promise<SignInServer> {
  const server = await openSignInServer(environment);
  closing.push(() => server.close());
  return server;
}

let people = 0;
function newBody(): { readonly identifier: string } {
  people += 1;
  return { identifier: `person${people}@example.org` };
}

interface GatewayCall {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The operator's own gateway: remembers what it is told and answers with these statuses in turn. */
async function openGateway(...statuses: number[]): Promise<{ url: string; calls: GatewayCall[] }> {
  const calls: GatewayCall[] = [];
  const gateway = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part: string) => (body += part));
    request.on("end", () => {
      calls.push({ headers: request.headers, body });
      response.writeHead(statuses.shift() ?? 204).end();
    });
  }).listen(0, "127.0.0.1");
  await once(gateway, "listening");
  closing.push(async () => {
    gateway.close();
    await once(gateway, "close");
  });
  return { url: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/otp`, calls };
}

describe("on the page", () => {
  const body = { identifier: "alice@example.org" };
  const far = { address: "203.0.113.7" };

  test("the code is for this machine alone: others get a reply without it", async () => {
    const server = await open({ API_RATE_ANONYMOUS: "1000", OTP_SENDS_PER_IP_HOUR: "1000" });
    const send = (options: CallOptions) =>
      openBrowser(server.app).call("sendOtp", { body: newBody() }, options);
    for (const host of localHosts)
      expect((await send({ headers: { host } })).user.otp).toMatch(/^\d{4}$/);
    for (const options of [...[...proxied, ...foreignHosts].map((headers) => ({ headers })), far]) {
      const { user } = await send(options);
      expect(Object.keys(user)).toEqual(["identifier"]);
    }
  });

  test("the code is for everybody where the operator allowed it in words", async () => {
    const server = await open({ ALLOW_DEV_OTP: "i-understand" });
    const sent = await openBrowser(server.app).call("sendOtp", { body }, far);
    expect(sent.user.otp).toMatch(/^\d{4}$/);
  });
});

describe("by mail", () => {
  test("the code is in the mail and nowhere in the reply", async () => {
    const server = await open(smtp);
    const client = openBrowser(server.app);
    const sent = await client.call("sendOtp", { body: { identifier: "alice@example.org" } });
    expect(sent.user).toEqual({ identifier: "alice@example.org" });
    await vi.waitFor(() => expect(server.mails).toHaveLength(1));
    const [mail] = server.mails;
    expect(mail).toMatchObject({
      to: "alice@example.org",
      subject: "Your Acme Chat sign-in code",
    });
    const otp = /^\d{4}/.exec(mail?.text ?? "")?.[0] ?? "";
    const body = { identifier: "alice@example.org", otp };
    const { user } = await client.enter("verifyOtp", { body });
    expect(user.isEmailVerified).toBe(true);
    expect(user.role).toBe("USER");
  });

  test("phones have no way, and that is said at once", async () => {
    const server = await open(smtp);
    const body = { identifier: "+4915123456789" };
    const refusal = await openBrowser(server.app).refusal("sendOtp", { body });
    expect(refusal).toMatchObject({
      status: 400,
      code: "PHONE_NOT_SUPPORTED",
      message: "This server cannot send codes to phones. Please use an email address.",
    });
  });

  test("phones go to a gateway where there is one beside the mail server", async () => {
    const gateway = await openGateway();
    const server = await open({ ...smtp, OTP_WEBHOOK_URL: gateway.url });
    const body = { identifier: "+4915123456789" };
    await openBrowser(server.app).call("sendOtp", { body });
    await vi.waitFor(() => expect(gateway.calls).toHaveLength(1));
    expect(server.mails).toEqual([]);
  });

  test("the cookie of the challenge is out of reach of scripts and bound to the site", async () => {
    const server = await open(smtp);
    const answer = await openBrowser(server.app).send({
      method: "POST",
      url: "/v1/identifier/send-otp",
      payload: { identifier: "alice@example.org" },
    });
    expect(answer.cookies).toHaveLength(1);
    expect(answer.cookies[0]).toMatch(/^__Host-colbin_challenge=[\w-]{43}; Max-Age=600; Path=\/;/);
    expect(answer.cookies[0]).toMatch(/; HttpOnly; Secure; SameSite=Strict$/);
  });
});

describe("by the operator's gateway", () => {
  const secret = "0123456789abcdef0123";

  test("the call is signed JSON with code and text", async () => {
    const gateway = await openGateway();
    const server = await open({
      OTP_DELIVERY: "webhook",
      OTP_WEBHOOK_URL: gateway.url,
      OTP_WEBHOOK_SECRET: secret,
    });
    const client = openProgram(server.app);
    const sent = await client.call("sendOtp", { body: { identifier: "+4915123456789" } });
    expect(sent.user).toEqual({ identifier: "+4915123456789" });
    await vi.waitFor(() => expect(gateway.calls).toHaveLength(1));
    const call = gateway.calls[0];
    const [, seconds = "", digest] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(call?.headers["x-colbin-signature"])) ?? [];
    const signed = createHmac("sha256", secret).update(`${seconds}.${call?.body}`).digest("hex");
    expect(digest).toBe(signed);
    const told = JSON.parse(call?.body ?? "") as Record<string, string>;
    expect(told).toMatchObject({
      identifier: "+4915123456789",
      channel: "phone",
      purpose: "code",
      code: expect.stringMatching(/^\d{4}$/) as string,
      text: expect.stringContaining(told["code"] ?? "?") as string,
      expiresAt: new Date(server.clock.now().getTime() + 600_000).toISOString(),
    });
    const body = { identifier: "+4915123456789", otp: told["code"] ?? "" };
    const { user } = await client.enter("verifyOtp", { body });
    expect(user).toMatchObject({
      phone: "+4915123456789",
      isPhoneNumberVerified: true,
      email: null,
    });
  });

  test("a number without a country is told as its digits", async () => {
    const gateway = await openGateway();
    const server = await open({ OTP_DELIVERY: "webhook", OTP_WEBHOOK_URL: gateway.url });
    await openProgram(server.app).call("sendOtp", { body: { identifier: "(415) 555-2671" } });
    await vi.waitFor(() => expect(gateway.calls).toHaveLength(1));
    const told = JSON.parse(gateway.calls[0]?.body ?? "") as unknown;
    expect(told).toMatchObject({ identifier: "4155552671", channel: "phone" });
  });

  test("a message that the gateway does not take waits for another try", async () => {
    const gateway = await openGateway(500);
    const server = await open({ OTP_DELIVERY: "webhook", OTP_WEBHOOK_URL: gateway.url });
    const body = { identifier: "alice@example.org" };
    await openBrowser(server.app).call("sendOtp", { body });
    await vi.waitFor(async () => {
      const { rows } = await server.pool.query(
        "select state from jobs.job where name = 'auth.deliver-secret'",
      );
      expect(rows).toEqual([{ state: "retry" }]);
    });
    expect(gateway.calls).toHaveLength(1);
  });
});

describe("where strangers may not sign up", () => {
  test("the refusal looks like success, sends nothing, and no code opens it", async () => {
    const server = await open({ SIGNUP_MODE: "invite", INSTANCE_OWNER: "owner@example.org" });
    const owner = await signIn(openBrowser(server.app), "owner@example.org");
    expect(owner.user.role).toBe("OWNER");

    const stranger = openBrowser(server.app);
    const body = { identifier: "mallory@example.org" };
    const sent = await stranger.call("sendOtp", { body });
    expect(Object.keys(sent)).toEqual(
      Object.keys(
        await openBrowser(server.app).call("sendOtp", {
          body: { identifier: "owner@example.org" },
        }),
      ),
    );
    const otp = sent.user.otp ?? "";
    const refusal = await stranger.refusal("verifyOtp", { body: { ...body, otp } });
    expect(refusal).toMatchObject({ code: "OTP_INVALID", details: { triesLeft: 2 } });
    await vi.waitFor(async () => {
      const jobs = await server.pool.query(
        "select state from jobs.job where name = 'auth.deliver-secret'",
      );
      expect(jobs.rows).toEqual(Array.from({ length: 3 }, () => ({ state: "completed" })));
    });
    expect(server.mails.map(({ to }) => to)).not.toContain("mallory@example.org");
    const { rows } = await server.pool.query("select email from users");
    expect(rows).toEqual([{ email: "owner@example.org" }]);
  });
});

test("a message about a code that was replaced in the meantime is not sent", async () => {
  const server = await open({ ...smtp, OTP_RESEND_S: "5" });
  const client = openBrowser(server.app);
  const body = { identifier: "alice@example.org" };
  const { challengeId } = await client.call("sendOtp", { body });
  await vi.waitFor(() => expect(server.mails).toHaveLength(1));
  const { rows } = await server.pool.query<{ data: unknown }>(
    "select data from jobs.job where data->>'challengeId' = $1",
    [challengeId],
  );
  await server.run("auth.deliver-secret", rows[0]?.data);
  expect(server.mails).toHaveLength(2);
  server.clock.advance(5_000);
  await client.call("sendOtp", { body });
  await vi.waitFor(() => expect(server.mails).toHaveLength(3));
  await server.run("auth.deliver-secret", rows[0]?.data);
  expect(server.mails).toHaveLength(3);
});
