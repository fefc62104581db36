import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { SMTPServer } from "smtp-server";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestClock } from "#test/clock.ts";
import { foreignHosts, openDoor, proxied, type Door } from "#test/door.ts";
import { loadConfig } from "../../config.ts";
import { createDevOutbox } from "./dev-outbox.ts";
import { createMail } from "./mail.ts";
import { registerOutbox } from "./outbox-routes.ts";
import type { MailContent } from "./mailer.ts";
import { postJson } from "./post-json.ts";

const clock = createTestClock(new Date("2026-11-21T18:00:00Z"));
const productName = "Colbin";
const key = "a mail";

/** A mail in which the people have written what they can. */
function contentOf(written: string): MailContent {
  return {
    subject: `Join ${written}`,
    paragraphs: [`Ada invites you to ${written}.`],
    facts: [["Organization", written]],
    action: { label: `Look at ${written}`, url: "https://chat.example.org/invite/join?a=1&b=2" },
    foot: `You do not know ${written}?`,
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

describe("the outbox of dev delivery", () => {
  test("keeps the last hundred, newest first", async () => {
    const outbox = createDevOutbox(productName, clock);
    for (let number = 1; number <= 101; number += 1)
      await outbox.send({ key, to: "alice@example.org", content: contentOf(`room ${number}`) });
    expect(outbox.list().length).toBe(100);
    expect(outbox.list()[0]?.subject).toBe("Join room 101");
    expect(outbox.list().at(-1)?.subject).toBe("Join room 2");
  });

  test("is there for this machine alone, or for whom the operator allowed it in words", async () => {
    const open = (environment: Record<string, string> = {}) =>
      openDoor({
        environment,
        prepare: async ({ app }) =>
          registerOutbox(app, {
            ...loadConfig(environment),
            outbox: createDevOutbox(productName, clock),
          }),
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

  test("shows a message as text, whatever is in it, and its HTML in a frame without rights", async () => {
    const written = `<script>alert("1")</script> & 'more'`;
    const outbox = createDevOutbox("Col<bin>", clock);
    await outbox.send({ key, to: "<b>@example.org", content: contentOf(written) });
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
    expect(html).not.toMatch(/<script|<b>/);
    expect(html).toMatch(/<iframe sandbox loading="lazy" title="[^"<>]+" srcdoc="[^"<>]+"/);
    expect(page.headers.get("cache-control")).toBe("no-store");
  });
});

/** A mail server, and the messages that it took. */
async function openMailServer() {
  const messages: { readonly to: readonly string[]; readonly raw: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, { envelope }, done) {
      let raw = "";
      stream.setEncoding("utf8").on("data", (part: string) => (raw += part));
      stream.on("end", () => {
        messages.push({ to: envelope.rcptTo.map(({ address }) => address), raw });
        done();
      });
    },
  });
  const smtpUrl = `smtp://127.0.0.1:${await listen(server.server)}`;
  const config = { productName, smtpUrl, mailFrom: "Colbin <colbin@example.org>" };
  const { mailer, outbox } = createMail({ otpDelivery: "smtp", ...config }, clock);
  expect([mailer.canSend, outbox]).toEqual([true, undefined]);
  onTestFinished(() => mailer.close());
  return { mailer, messages };
}

/** Headers as they are, and the two bodies without the encoding of the way. */
function toParts(raw = "") {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? "none";
  const [headers = "", ...bodies] = raw.split(`--${boundary}`);
  const [text = "", html = ""] = bodies.map((body) =>
    body
      .replaceAll("=\r\n", "")
      .replaceAll(/(=[0-9A-F]{2})+/g, (bytes) =>
        Buffer.from(bytes.replaceAll("=", ""), "hex").toString(),
      ),
  );
  return { headers, text, html };
}

describe("mail by SMTP", () => {
  const to = "alice@example.org";
  const content = contentOf("Müller & Söhne");

  test("reaches the server as text and as HTML, with sender and receiver", async () => {
    const { mailer, messages } = await openMailServer();
    await mailer.send({ key, to, content: contentOf("Nordlicht") });
    await mailer.send({ key, to, content });
    await mailer.send({ key: "another", to, content });
    expect(messages.map((each) => each.to)).toEqual([[to], [to], [to]]);
    const ids = messages.map(
      ({ raw }) => /^Message-ID: (<[0-9a-f]{32}@example\.org>)\r$/m.exec(raw)?.[1],
    );
    expect(ids).toEqual([ids[1], ids[0], expect.not.stringMatching(String(ids[0]))]);
    const { headers } = toParts(messages[0]?.raw);
    expect(headers).toContain("From: Colbin <colbin@example.org>\r\n");
    expect(headers).toContain("Subject: Join Nordlicht\r\n");
    expect(headers).toContain("Content-Type: multipart/alternative;");
    const { text, html } = toParts(messages[1]?.raw);
    expect(text).toContain(
      "Ada invites you to Müller & Söhne.\r\n\r\nOrganization: Müller & Söhne\r\n\r\nhttps://chat.example.org/invite/join?a=1&b=2\r\n\r\nYou do not know Müller & Söhne?\r\n",
    );
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain("Ada invites you to Müller &amp; Söhne.");
    const address = "https://chat.example.org/invite/join?a=1&amp;b=2";
    expect(html.split(`href="${address}"`)).toHaveLength(3);
    expect(html).toContain(`>${address}</a>`);
  });

  test("what people write is neither a header nor markup", async () => {
    const { mailer, messages } = await openMailServer();
    const written = `<img src=x onerror="1">\r\nBcc: mallory@example.org\r\n\r\n.\r\nRCPT TO:<mallory@example.org>`;
    await mailer.send({ key, to, content: contentOf(written) });
    expect(messages.map((each) => each.to)).toEqual([[to]]);
    const { headers, html } = toParts(messages[0]?.raw);
    expect(headers.match(/^[\w-]+(?=:)/gm)).toEqual([
      "From",
      "To",
      "Subject",
      "Message-ID",
      "Date",
      "MIME-Version",
      "Content-Type",
    ]);
    expect(html).toContain("&lt;img src=x onerror=&quot;1&quot;&gt;");
    expect(html).not.toContain("<img");
  });

  test("goes to one receiver, whatever the address looks like", async () => {
    const { mailer, messages } = await openMailServer();
    const several = `${to}, mallory@example.org`;
    await mailer.send({ key, to: several, content }).catch(() => undefined);
    await mailer
      .send({ key, to: `${to}\r\nRCPT TO:<mallory@example.org>`, content })
      .catch(() => undefined);
    expect(messages.flatMap((each) => each.to)).not.toContain("mallory@example.org");
  });

  const nowhere = { productName, smtpUrl: "smtp://127.0.0.1:1", mailFrom: "colbin@example.org" };

  test("fails when nobody listens, so that the job tries again", async () => {
    const { mailer } = createMail({ otpDelivery: "smtp", ...nowhere }, clock);
    onTestFinished(() => mailer.close());
    await expect(mailer.send({ key, to, content })).rejects.toThrow("ECONNREFUSED");
  });

  test("without a server says so", async () => {
    const none = { ...nowhere, smtpUrl: undefined, mailFrom: undefined };
    const { mailer } = createMail({ otpDelivery: "webhook", ...none }, clock);
    expect(mailer.canSend).toBe(false);
    await expect(mailer.send({ key, to, content })).rejects.toThrow("SMTP_URL");
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
