import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage } from "node:http";
import { createServer, type AddressInfo, type Server } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestClock } from "#test/clock.ts";
import { foreignHosts, openDoor, proxied, type Door } from "#test/door.ts";
import { loadConfig } from "../../config.ts";
import { createDevOutbox } from "./dev-outbox.ts";
import { createMail } from "./mail.ts";
import { registerOutbox } from "./outbox-routes.ts";
import { postJson } from "./post-json.ts";

const clock = createTestClock(new Date("2026-11-21T18:00:00Z"));

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

describe("the outbox of dev delivery", () => {
  test("keeps the last hundred, newest first", async () => {
    const outbox = createDevOutbox(clock);
    for (let number = 1; number <= 101; number += 1)
      await outbox.send({ to: "alice@example.org", subject: `Mail ${number}`, text: "Hello" });
    expect(outbox.list().length).toBe(100);
    expect(outbox.list()[0]?.subject).toBe("Mail 101");
    expect(outbox.list().at(-1)?.subject).toBe("Mail 2");
  });

  test("is there for this machine alone, or for whom the operator allowed it in words", async () => {
    const open = (environment: Record<string, string> = {}) =>
      openDoor({
        environment,
        prepare: async ({ app }) =>
          registerOutbox(app, { ...loadConfig(environment), outbox: createDevOutbox(clock) }),
      });
    const statusOf = async (
      { app }: Door,
      headers: Readonly<Record<string, string>>,
      remoteAddress = "127.0.0.1",
    ) => (await app.inject({ url: "/dev/outbox", headers, remoteAddress })).statusCode;
    const host = "localhost:4000";
    await using door = await open();
    expect(await statusOf(door, { host })).toBe(200);
    expect(await statusOf(door, { host }, "203.0.113.7")).toBe(404);
    for (const headers of proxied) expect(await statusOf(door, { host, ...headers })).toBe(404);
    for (const headers of foreignHosts) expect(await statusOf(door, headers)).toBe(404);
    await using allowed = await open({ ALLOW_DEV_OTP: "i-understand" });
    for (const headers of proxied) expect(await statusOf(allowed, { host, ...headers })).toBe(200);
    expect(await statusOf(allowed, { host }, "203.0.113.7")).toBe(200);
  });

  test("shows a message as text, whatever is in it", async () => {
    const outbox = createDevOutbox(clock);
    const text = `<script>alert("1")</script> & 'more'`;
    await outbox.send({ to: "<b>@example.org", subject: "<img src=x>", text });
    await using door = await openDoor({
      prepare: async ({ app }) =>
        registerOutbox(app, { outbox, productName: "Col<bin>", allowDevOtp: undefined }),
    });
    const address = await door.app.listen({ port: 0, host: "127.0.0.1" });
    const page = await fetch(`${address}/dev/outbox`);
    const html = await page.text();
    expect(html).toContain("<title>Outbox of Col&lt;bin&gt;</title>");
    expect(html).toContain(
      "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;more&#39;",
    );
    expect(html).not.toMatch(/<script|<img|<b>/);
    expect(page.headers.get("cache-control")).toBe("no-store");
  });
});

describe("mail by SMTP", () => {
  /** Speaks as much SMTP as a mail server must, and keeps what it was given. */
  async function openMailServer(): Promise<{ url: string; received: () => string }> {
    let text = "";
    const server = createServer((socket) => {
      let isData = false;
      socket.write("220 mail.example.org\r\n");
      socket.on("error", () => undefined);
      socket.setEncoding("utf8").on("data", (part: string) => {
        text += part;
        for (const line of part.split("\r\n").filter((each) => each !== "")) {
          if (isData) {
            if (line === ".") {
              isData = false;
              socket.write("250 kept\r\n");
            }
          } else if (/^EHLO/i.test(line)) socket.write("250 mail.example.org\r\n");
          else if (/^DATA/i.test(line)) {
            isData = true;
            socket.write("354 go on\r\n");
          } else if (/^QUIT/i.test(line)) socket.end("221 bye\r\n");
          else socket.write("250 ok\r\n");
        }
      });
    });
    return { url: `smtp://127.0.0.1:${await listen(server)}`, received: () => text };
  }

  test("reaches the server with sender, receiver, subject and text", async () => {
    const server = await openMailServer();
    const config = { smtpUrl: server.url, mailFrom: "Colbin <colbin@example.org>" };
    const { mailer, outbox } = createMail({ otpDelivery: "smtp", ...config }, clock);
    onTestFinished(() => mailer.close());
    expect([mailer.canSend, outbox]).toEqual([true, undefined]);
    await mailer.send({ to: "alice@example.org", subject: "Your code", text: "It is 8642." });
    expect(server.received()).toContain("MAIL FROM:<colbin@example.org>");
    expect(server.received()).toContain("RCPT TO:<alice@example.org>");
    expect(server.received()).toContain("Subject: Your code");
    expect(server.received()).toContain("It is 8642.");
  });

  test("goes to one receiver, whatever the address looks like", async () => {
    const server = await openMailServer();
    const config = { smtpUrl: server.url, mailFrom: "colbin@example.org" };
    const { mailer } = createMail({ otpDelivery: "smtp", ...config }, clock);
    onTestFinished(() => mailer.close());
    const to = "alice@example.org, mallory@example.org";
    await mailer.send({ to, subject: "Your code", text: "8642" }).catch(() => undefined);
    expect(server.received()).not.toMatch(/RCPT TO:<mallory@/);
  });

  test("fails when nobody listens, so that the job tries again", async () => {
    const config = { smtpUrl: "smtp://127.0.0.1:1", mailFrom: "colbin@example.org" };
    const { mailer } = createMail({ otpDelivery: "smtp", ...config }, clock);
    onTestFinished(() => mailer.close());
    await expect(mailer.send({ to: "a@b.org", subject: "x", text: "y" })).rejects.toThrow(
      "ECONNREFUSED",
    );
  });

  test("without a server says so", async () => {
    const { mailer } = createMail(
      { otpDelivery: "webhook", smtpUrl: undefined, mailFrom: undefined },
      clock,
    );
    expect(mailer.canSend).toBe(false);
    await expect(mailer.send({ to: "a@b.org", subject: "x", text: "y" })).rejects.toThrow(
      "SMTP_URL",
    );
  });
});

describe("a call of the gateway", () => {
  interface Call {
    readonly headers: IncomingMessage["headers"];
    readonly body: string;
  }

  async function openGateway(status: number): Promise<{ url: string; calls: Call[] }> {
    const calls: Call[] = [];
    const server = createHttpServer((request, response) => {
      let body = "";
      request.on("data", (part) => (body += String(part)));
      request.on("end", () => {
        calls.push({ headers: request.headers, body });
        response.writeHead(status, { location: "http://127.0.0.1:1/" }).end("ok");
      });
    });
    return { url: `http://127.0.0.1:${await listen(server)}/otp`, calls };
  }

  const secret = "3c1f6a1de0b94c2fa7e8";
  const body = { identifier: "+4915112345678", code: "8642" };

  test("is signed over time and body", async () => {
    const { url, calls } = await openGateway(204);
    await postJson({ url, body, secret, now: clock.now() });
    const seconds = clock.now().getTime() / 1000;
    const expected = createHmac("sha256", secret)
      .update(`${seconds}.${JSON.stringify(body)}`)
      .digest("hex");
    expect(calls[0]?.headers["x-colbin-signature"]).toBe(`t=${seconds},v1=${expected}`);
    expect(JSON.parse(calls[0]?.body ?? "")).toEqual(body);
  });

  test("is not signed without a key", async () => {
    const { url, calls } = await openGateway(200);
    await postJson({ url, body, secret: undefined, now: clock.now() });
    expect(calls[0]?.headers["x-colbin-signature"]).toBeUndefined();
  });

  test("fails on anything but success, without telling address or body", async () => {
    for (const status of [302, 400, 500]) {
      const { url } = await openGateway(status);
      const failure = await postJson({ url, body, secret, now: clock.now() }).catch(
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(Error);
      expect((failure as Error).message).not.toMatch(/8642|127\.0\.0\.1/);
    }
  });
});
