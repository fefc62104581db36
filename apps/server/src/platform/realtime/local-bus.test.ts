import { describe, expect, test } from "vitest";
import { busConformance, TestBusMetrics } from "#test/realtime/bus.conformance.ts";
import { createLocalBus, type LocalExchange } from "./local-bus.ts";

describe("the in-process bus", () => {
  test.each(busConformance)("$name", async (conformance) => {
    const exchange: LocalExchange = new Set();
    const metrics = new TestBusMetrics();
    const one = createLocalBus(exchange, metrics);
    const pair = { one, other: createLocalBus(exchange), metrics };
    await conformance.run(pair);
    await Promise.all([pair.one.close(), pair.other.close()]);
    expect(exchange.size).toBe(0);
  });

  test("makes no payload when nobody else listens", () => {
    const exchange: LocalExchange = new Set();
    const bus = createLocalBus(exchange);
    bus.subscribe("room.a", () => {});
    const other = createLocalBus(exchange);
    other.subscribe("room.b", () => {});
    let payloads = 0;
    bus.publish("room.a", () => {
      payloads += 1;
      return new Uint8Array();
    });
    expect(payloads).toBe(0);
  });
});
