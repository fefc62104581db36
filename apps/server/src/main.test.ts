import { once } from "node:events";
import { createServer, connect, type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { createTestDatabase } from "#test/database.ts";
import { startNats } from "#test/nats-process.ts";
import { startServerProcess, toDatabaseUrl } from "#test/server-process.ts";
import type { Database } from "./platform/db/database.ts";

let database: Database;
let onDatabase: { readonly DATABASE_URL: string };

beforeAll(async () => {
  database = await createTestDatabase();
  onDatabase = { DATABASE_URL: toDatabaseUrl(database) };
});

afterAll(() => database.close());

interface Frame {
  readonly type: string;
  readonly code?: string;
}

async function signIn(url: string): Promise<string> {
  const identifier = "alice@example.org";
  const post = async (path: string, body: object) => {
    const reply = await fetch(`${url}/v1/identifier/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await reply.json()) as {
      readonly user: { readonly otp?: string };
      readonly tokens: { readonly access: { readonly token: string } };
    };
  };
  const { user } = await post("send-otp", { identifier });
  return (await post("verify-otp", { identifier, otp: user.otp })).tokens.access.token;
}

/** Where longer codes are recommended: a warning that everybody has to see. */
const publicSite = {
  OTP_DELIVERY: "smtp",
  SMTP_URL: "smtp://127.0.0.1",
  MAIL_FROM: "a@b.org",
  PUBLIC_URL: "https://chat.example.org",
};

describe("a server process", () => {
  test("says where it is ready and how to sign in, and ends in order on SIGTERM", async () => {
    const server = startServerProcess(onDatabase);
    const url = await server.ready();
    expect(url).toMatch(/^http:\/\/localhost:\d+$/);
    await expect.poll(() => server.output()).toContain("the code is shown on the page");
    const token = await signIn(url);
    const authorization = `Bearer ${token}`;
    const socket = new WebSocket(
      `${url.replace("http", "ws")}/v1/multi-room-chat/ws?accessToken=${token}`,
      { headers: { authorization } },
    );
    const frames: Frame[] = [];
    socket.on("message", (data: Buffer) => frames.push(JSON.parse(String(data)) as Frame));
    await once(socket, "open");
    socket.send(JSON.stringify({ type: "CLIENT_MULTI_ROOM_AUTH" }));
    await expect
      .poll(() => frames.map(({ type }) => type))
      .toContain("SERVER_MULTI_ROOM_AUTH_SUCCESS");
    const closed = once(socket, "close");
    server.child.kill("SIGTERM");
    expect((await closed)[0]).toBe(1012);
    expect(frames.at(-1)).toMatchObject({
      type: "SERVER_MULTI_ROOM_ERROR",
      code: "SERVER_DRAINING",
    });
    expect(await server.ended()).toBe(0);
    expect(server.output()).not.toMatch(/"level":"(error|fatal)"/);
  });

  test.each([
    { LOG_FORMAT: "auto", inTerminal: true, isText: true },
    { LOG_FORMAT: "json", inTerminal: true, isText: false },
    { LOG_FORMAT: "auto", inTerminal: false, isText: false },
    { LOG_FORMAT: "text", inTerminal: false, isText: true },
  ])("speaks to a person or to a program: %o", async ({ LOG_FORMAT, inTerminal, isText }) => {
    const settings = { ...onDatabase, ...publicSite, LOG_FORMAT };
    const server = startServerProcess(settings, { inTerminal });
    await server.ready();
    server.interrupt();
    expect(await server.ended()).toBe(0);
    const lines = server.output().split(/\r?\n/);
    const objects = lines.filter((line) => line.startsWith("{"));
    const advice = lines.filter((line) => line.includes("OTP_LENGTH=6 is recommended"));
    expect(advice).toHaveLength(1);
    expect(server.output()).not.toContain(onDatabase.DATABASE_URL);
    const told = ["Starting Colbin with the PostgreSQL of DATABASE_URL", "  Stop     Ctrl+C"];
    if (isText) {
      expect(objects).toEqual([]);
      expect(advice[0]).toMatch(/^\d\d:\d\d:\d\d {2}\S*warn\S* {2}OTP_LENGTH=6/);
      expect(lines).toEqual(expect.arrayContaining(told));
    } else {
      expect(advice).toEqual(objects.slice(0, 1));
      expect(objects.map((line) => JSON.parse(line) as object)).toContainEqual(
        expect.objectContaining({ level: "info" }),
      );
      expect(lines).not.toContain(told[0]);
    }
  });

  test("finishes a request in flight, and refuses what comes after", async () => {
    const server = startServerProcess(onDatabase);
    const url = await server.ready();
    const { port } = new URL(url);
    const slow = connect(Number(port), "127.0.0.1");
    let answer = "";
    slow.on("data", (part) => (answer += String(part)));
    const head = [
      "POST /v1/auth/logout HTTP/1.1",
      "host: localhost",
      "content-type: application/json",
      "content-length: 2",
      "",
      "",
    ];
    slow.write(head.join("\r\n"));
    // The head has arrived when another request on a connection of its own was answered after it.
    await fetch(`${url}/healthz`);
    server.child.kill("SIGTERM");
    await expect
      .poll(() =>
        fetch(`${url}/readyz`).then(
          (reply) => reply.status,
          () => 0,
        ),
      )
      .not.toBe(200);
    slow.write("{}");
    await once(slow, "close");
    expect(answer).toMatch(/^HTTP\/1\.1 204 /);
    // Else the process would wait for a next request.
    expect(answer.toLowerCase()).toContain("connection: close");
    expect(await server.ended()).toBe(0);
  });

  test("starts while there is no NATS, says what is missing, and is ready once there is", async () => {
    const nats = await startNats({ user: "colbin", pass: "s3cret-pass" });
    await nats.kill();
    onTestFinished(() => nats.stop());
    const server = startServerProcess({ ...onDatabase, NATS_URL: nats.url });
    const url = await server.ready();
    const down = await fetch(`${url}/readyz`);
    expect([down.status, await down.json()]).toEqual([
      503,
      { status: "not ready", missing: ["bus"] },
    ]);
    await nats.start();
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${url}/metrics`)).text()).toContain("colbin_bus_up 1");
    server.child.kill("SIGTERM");
    expect(await server.ended()).toBe(0);
    expect(server.output()).not.toContain("s3cret-pass");
  });

  test("takes two signals of one Ctrl-C for one", async () => {
    const server = startServerProcess(onDatabase);
    await server.ready();
    server.child.kill("SIGINT");
    server.child.kill("SIGINT");
    expect(await server.ended()).toBe(0);
  });

  test("that is told to stop while it starts still stops in order", async () => {
    // Somebody else migrates, and the start waits for them: the lock of platform/db/migrate.ts.
    const migration = await database.pool.connect();
    await migration.query("select pg_advisory_lock(0x6d6967726174::bigint)");
    const server = startServerProcess(onDatabase);
    await expect.poll(() => server.output()).toContain("Waiting for another server that migrates");
    server.child.kill("SIGTERM");
    migration.release(true);
    expect(await server.ended()).toBe(0);
    expect(server.output()).not.toContain("Colbin is ready");
  });
});

describe("what keeps it from starting is one sentence and code 1", () => {
  async function refusalOf(environment: Record<string, string>): Promise<string> {
    const server = startServerProcess(environment);
    expect(await server.ended()).toBe(1);
    expect(server.output()).not.toMatch(/\bat .*\.ts:\d/);
    return server.output();
  }

  test("a port in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const output = await refusalOf({ ...onDatabase, PORT: String(port) });
    expect(output).toContain(`PORT=${port} is in use by another program on 127.0.0.1.`);
    expect(output).toContain(`Example: PORT=${port + 1}`);
    other.close();
  });

  test("an address that this machine does not have", async () => {
    const environment = { HOST: "192.0.2.1", PORT: "4999", ALLOW_DEV_OTP: "i-understand" };
    expect(await refusalOf({ ...onDatabase, ...environment })).toContain(
      "HOST=192.0.2.1 is no address of this machine",
    );
  });

  test("a wrong value", async () => {
    expect(await refusalOf({ PORT: "four" })).toContain("PORT=four must be a whole number");
  });

  test("a database that does not answer", async () => {
    const output = await refusalOf({ DATABASE_URL: "postgres://a:b@127.0.0.1:1/c" });
    expect(output).toContain("Nothing answers at 127.0.0.1:1");
  });
});
