import { API_BASE_PATH, endpoints, type EndpointName, type EndpointShape } from "@colbin/protocol";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asAlice, openDoor, type Door } from "#test/door.ts";
import { attempts, requireEnvelope, toRequest } from "#test/hostile-input.ts";
import { AppError } from "../app-error.ts";
import type { Handlers } from "./handler.ts";

/*
 * Whatever is sent to whichever operation, the answer is the envelope with a 4xx, or the handler was reached with parsed
 * input. FC_SEED repeats a run, FC_RUNS makes it longer.
 */

const seed = Number(process.env["FC_SEED"] ?? Date.now() % 1_000_000);
const runsPerEndpoint = Number(process.env["FC_RUNS"] ?? 40);

/** Handlers that only tell that they were reached: what is judged here is the door. */
const reached = Object.fromEntries(
  Object.keys(endpoints).map((name) => [
    name,
    () => {
      throw new AppError("VERSION_CONFLICT");
    },
  ]),
) as Partial<Handlers>;

let door: Door;
const tried = { reached: 0, refused: 0 };

beforeAll(async () => {
  door = await openDoor({ handlers: reached, environment: { API_RATE: "1000000" } });
});

afterAll(() => door.close());

test.each(Object.keys(endpoints) as EndpointName[])(
  `%s answers anything with the envelope or takes it (seed ${seed})`,
  async (name) => {
    const shape: EndpointShape = endpoints[name];
    await fc.assert(
      fc.asyncProperty(attempts(shape), async (attempt) => {
        const request = toRequest(shape, attempt);
        const answer = await door.app.inject({
          ...request,
          headers: { ...request.headers, ...asAlice },
        });
        requireEnvelope(answer);
        tried[answer.body.includes("VERSION_CONFLICT") ? "reached" : "refused"] += 1;
      }),
      { numRuns: runsPerEndpoint, seed },
    );
  },
);

test("methods and paths that are not there get the envelope too", async () => {
  const paths = Object.values<EndpointShape>(endpoints).map(({ path }) => path);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths, "/nowhere", "/"),
      fc.constantFrom("PUT", "DELETE", "PATCH", "POST", "GET", "TRACE", "PROPFIND"),
      fc.string({ maxLength: 20 }),
      async (path, method, more) => {
        const known = Object.values<EndpointShape>(endpoints).some(
          (each) => each.method === method,
        );
        const url = `${API_BASE_PATH}${path.replaceAll(/:\w+/g, "x")}${known ? `/${encodeURIComponent(more)}/y/z` : ""}`;
        const answer = await door.app.inject({ method: method as "GET", url, headers: asAlice });
        requireEnvelope(answer);
        tried.refused += 1;
      },
    ),
    { numRuns: 200, seed },
  );
});

test("a thousand inputs were tried, some were good, and none of them was logged as a failure", () => {
  expect(tried.reached + tried.refused).toBeGreaterThanOrEqual(Math.min(1_000, runsPerEndpoint));
  expect(tried.reached).toBeGreaterThan(0);
  expect(tried.refused).toBeGreaterThan(tried.reached);
  expect(door.lines.entries().filter(({ level }) => level === "error")).toEqual([]);
});
