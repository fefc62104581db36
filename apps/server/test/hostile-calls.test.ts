import { endpoints, type EndpointName, type EndpointShape } from "@colbin/protocol";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildOpenApi } from "#server/platform/http/openapi.ts";
import { startTestApp, type TestApp } from "./harness.ts";
import { openProgram, signIn } from "./world.ts";
import { attempts, requireEnvelope, toRequest } from "./hostile-input.ts";

/*
 * The same hostile input as at the door alone, through services and queries down to the database: what the schemas let
 * pass may still be text that PostgreSQL cannot hold, a number that it does not know, a name that means something to it.
 * FC_SEED repeats a run, FC_RUNS makes it longer.
 */

const seed = Number(process.env["FC_SEED"] ?? Date.now() % 1_000_000);
const runsPerEndpoint = Number(process.env["FC_RUNS"] ?? 20);

const operations = Object.values(buildOpenApi("Colbin").paths).flatMap((each) =>
  Object.values(each),
);

/** What the reference says that an operation answers. */
function statusesOf(name: EndpointName): string[] {
  return Object.keys(operations.find(({ operationId }) => operationId === name)?.responses ?? {});
}

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

test.each(Object.keys(endpoints) as EndpointName[])(
  `%s never fails, whatever it is given (seed ${seed})`,
  async (name) => {
    const shape: EndpointShape = endpoints[name];
    // A person for each call: signing out is one of them.
    const person = await signIn(openProgram(app.app.http.app), `${name.toLowerCase()}@example.org`);
    await person.call("createOrJoinRooms", { body: { sessionRoomSlug: "general" } });
    const statuses = statusesOf(name);
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(attempts(shape), async (attempt) => {
        const request = toRequest(shape, attempt);
        const headers = { ...request.headers, authorization: `Bearer ${person.accessToken}` };
        const answer = await app.app.http.app.inject({ ...request, headers });
        answered += 1;
        if (answer.statusCode >= 400) requireEnvelope(answer);
        // Segments of dots alone lead to another path.
        const isElsewhere = attempt.segments.some((segment) => /^\.{1,2}$/.test(segment));
        if (!isElsewhere) expect(statuses).toContain(String(answer.statusCode));
      }),
      { numRuns: runsPerEndpoint, seed },
    );
    expect(answered).toBeGreaterThan(0);
    expect(app.lines.entries().filter(({ level }) => level === "error")).toEqual([]);
  },
);
