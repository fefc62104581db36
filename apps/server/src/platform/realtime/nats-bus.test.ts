import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startNats, type NatsProcess, type NatsProcessOptions } from "#test/nats-process.ts";
import { busConformance, TestBusMetrics } from "#test/realtime/bus.conformance.ts";
import type { Bus } from "./bus.ts";
import { createNatsBus } from "./nats-bus.ts";

let nats: NatsProcess;
const open: Bus[] = [];
const others: NatsProcess[] = [];

beforeAll(async () => {
  nats = await startNats();
});
afterAll(() => nats.stop());
afterEach(async () => {
  await Promise.all(open.splice(0).map((bus) => bus.close()));
  await Promise.all(others.splice(0).map((other) => other.stop()));
});

interface Opened {
  readonly bus: Bus;
  readonly metrics: TestBusMetrics;
  readonly lines: string[];
}

function openBus(url: string, prefix = "colbin.test"): Opened {
  const metrics = new TestBusMetrics();
  const lines: string[] = [];
  const log = pino({ level: "debug" }, { write: (line) => void lines.push(line) });
  const bus = createNatsBus({ url, prefix, metrics, log });
  open.push(bus);
  return { bus, metrics, lines };
}

async function startOwn(options?: NatsProcessOptions): Promise<NatsProcess> {
  const own = await startNats(options);
  others.push(own);
  return own;
}

async function untilUp(...buses: readonly Bus[]): Promise<void> {
  await expect.poll(() => buses.every((bus) => bus.isUp())).toBe(true);
}

/** Says a word until it is heard on the other side. */
async function expectConnected(from: Bus, to: Bus, subject: string): Promise<void> {
  const heard: string[] = [];
  const stop = to.subscribe(subject, (payload) => heard.push(Buffer.from(payload).toString()));
  await expect
    .poll(
      () => {
        from.publish(subject, () => Buffer.from("hello"));
        return heard.length > 0;
      },
      { timeout: 10_000, interval: 5 },
    )
    .toBe(true);
  stop();
}

describe("the bus over NATS", () => {
  test.each(busConformance)("$name", async (conformance) => {
    const prefix = `colbin.${Math.random().toString(36).slice(2)}`;
    const { bus: one, metrics } = openBus(nats.url, prefix);
    const { bus: other } = openBus(nats.url, prefix);
    await untilUp(one, other);
    await expect(conformance.run({ one, other, metrics })).resolves.toBeUndefined();
  });

  test("starts without a server, says so, and works as soon as there is one", async () => {
    const own = await startOwn();
    await own.kill();
    const one = openBus(own.url);
    const other = openBus(own.url);
    const heard: string[] = [];
    other.bus.subscribe("room.early", (payload) => heard.push(Buffer.from(payload).toString()));
    expect(one.bus.isUp()).toBe(false);
    one.bus.publish("room.early", () => Buffer.from("lost"));
    await one.bus.flush();
    expect(one.metrics.hints).toEqual(["down"]);
    await expect.poll(() => one.lines.length).toBe(1);
    await own.start();
    await untilUp(one.bus, other.bus);
    await other.bus.flush();
    one.bus.publish("room.early", () => Buffer.from("found"));
    await expect.poll(() => heard).toEqual(["found"]);
    expect(one.lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      "The bus is down; the sweep brings what it would have",
      "The bus is up again",
    ]);
  });

  test("comes back to a server that was killed and knows nothing any more, as often as it takes", async () => {
    const own = await startOwn();
    const one = openBus(own.url);
    const other = openBus(own.url);
    await untilUp(one.bus, other.bus);
    const heard: string[] = [];
    other.bus.subscribe("room.stays", (payload) => heard.push(Buffer.from(payload).toString()));
    for (let round = 0; round < 3; round += 1) {
      await own.kill();
      await expect.poll(() => one.bus.isUp() || other.bus.isUp()).toBe(false);
      const stop = other.bus.subscribe(`room.round-${round}`, () => {});
      stop();
      await own.start();
      await untilUp(one.bus, other.bus);
      await other.bus.flush();
      one.bus.publish("room.stays", () => Buffer.from(`round ${round}`));
      await expect.poll(() => heard.at(-1)).toBe(`round ${round}`);
    }
    expect(heard).toEqual(["round 0", "round 1", "round 2"]);
    expect(one.metrics.changes).toEqual([true, false, true, false, true, false, true]);
  });

  test("lets nobody wait for what a connection that ended has not carried", async () => {
    const own = await startOwn();
    const { bus } = openBus(own.url);
    await untilUp(bus);
    own.freeze();
    const flushed = bus.flush();
    await own.kill();
    await flushed;
    await expect.poll(() => bus.isUp()).toBe(false);
  });

  test("notices a server that stays connected and does nothing, and keeps little for it", async () => {
    const own = await startOwn();
    const { bus, metrics } = openBus(own.url);
    await untilUp(bus);
    own.freeze();
    const payload = Buffer.alloc(512 * 1024);
    for (let sent = 0; sent < 128; sent += 1) bus.publish("room.flood", () => payload);
    expect(metrics.hints.filter((why) => why === "backlog").length).toBeGreaterThan(90);
    await expect.poll(() => bus.isUp()).toBe(false);
    own.thaw();
    await untilUp(bus);
    const { bus: other } = openBus(own.url);
    await untilUp(other);
    await expectConnected(bus, other, "room.after");
  });

  test.each([
    ["user and password", { user: "colbin", pass: "s3cret-pass" }],
    ["a token", { token: "s3cret-token" }],
  ])("is let in with %s of NATS_URL", async (_, login) => {
    const own = await startOwn(login);
    const { bus: one } = openBus(own.url);
    const { bus: other } = openBus(own.url);
    await untilUp(one, other);
    await expectConnected(one, other, "room.a");
  });

  test("goes on asking with a wrong password until it is the right one, and logs no secret", async () => {
    const own = await startOwn({ user: "colbin", pass: "the-old-one" });
    const { bus, lines } = openBus(own.url);
    await untilUp(bus);
    await own.stop();
    const changed = await startOwn({ port: own.port, user: "colbin", pass: "a-new-one" });
    await expect.poll(() => bus.isUp()).toBe(false);
    // Long enough for the library's own reconnecting to have given up: it stops after two refusals.
    await expect.poll(() => lines.join("").includes("The bus is down")).toBe(true);
    await changed.stop();
    await startOwn({ port: own.port, user: "colbin", pass: "the-old-one" });
    await untilUp(bus);
    expect(lines.join("")).not.toMatch(/the-old-one|a-new-one/);
  });

  test("keeps installations apart that share a server", async () => {
    const { bus: one } = openBus(nats.url, "colbin.one");
    const { bus: two } = openBus(nats.url, "colbin.two");
    const { bus: same } = openBus(nats.url, "colbin.one");
    await untilUp(one, two, same);
    const heard: string[] = [];
    two.subscribe("sessions", (payload) => heard.push(Buffer.from(payload).toString()));
    await two.flush();
    await expectConnected(one, same, "sessions");
    await two.flush();
    expect(heard).toEqual([]);
  });

  test("hears on, and says so, where a listener has a defect", async () => {
    const { bus: one } = openBus(nats.url);
    const { bus: other, lines } = openBus(nats.url);
    await untilUp(one, other);
    other.subscribe("room.bad", () => {
      throw new Error("a defect");
    });
    await expectConnected(one, other, "room.bad");
    expect(lines.join("")).toContain("could not be handled");
  });

  test("closes while it is still looking for a server", async () => {
    const own = await startOwn();
    await own.kill();
    const { bus } = openBus(own.url);
    await bus.close();
    await own.start();
    expect(bus.isUp()).toBe(false);
  });
});
