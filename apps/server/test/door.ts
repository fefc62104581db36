import { sessionId, userId, workspaceId } from "@colbin/protocol";
import * as z from "zod/mini";
import { loadConfig } from "#server/config.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { HeldBytes } from "#server/platform/http/held-bytes.ts";
import { createHttp, type Http, type HttpOptions } from "#server/platform/http/http.ts";
import { createMetrics } from "#server/platform/metrics/metrics.ts";
import { createTestClock, type TestClock } from "./clock.ts";
import { captureLog, type LogLines } from "./log-lines.ts";

/** The HTTP door alone: handlers of the test's own behind it, no database. */
export interface Door {
  readonly http: Http;
  readonly app: Http["app"];
  readonly lines: LogLines;
  readonly clock: TestClock;
  close(): Promise<void>;
}

export interface DoorOptions extends Partial<
  Pick<
    HttpOptions,
    "isStrict" | "replays" | "ready" | "authenticator" | "requireElevation" | "webApp"
  >
> {
  readonly handlers?: Partial<Handlers>;
  readonly environment?: Readonly<Record<string, string>>;
  /** Routes and plugins that the whole server would add before it listens. */
  readonly prepare?: (http: Http) => Promise<void>;
}

const person = "0199aaaa-0000-7000-8000-000000000001";

/** Somebody whose access token is `token-of-alice`; whoever has one that begins with `suspended` has lost their workspace. */
export const alice: Actor = {
  userId: z.parse(userId, person),
  sessionId: z.parse(sessionId, person),
  workspaceId: z.parse(workspaceId, person),
  accountType: "PERSONAL",
  workspaceRole: "MEMBER",
  instanceRole: "USER",
  boundRoomId: null,
  fullName: "Alice",
  avatarUrl: null,
  refreshDelivery: "body",
  expiresAt: new Date("2099-01-01T00:00:00Z"),
};
export const asAlice = { authorization: "Bearer token-of-alice" };

/** Opens the door; close it, or `await using` it. */
export async function openDoor(options: DoorOptions = {}): Promise<Door & AsyncDisposable> {
  const { environment = {}, prepare, ...given } = options;
  const lines = captureLog();
  const clock = createTestClock();
  const http = await createHttp({
    config: loadConfig({ PORT: "0", ...environment }),
    log: lines.log,
    clock,
    metrics: createMetrics(),
    handlers: {},
    authenticator: {
      byAccessToken: (token) =>
        token === "token-of-alice"
          ? Promise.resolve(alice)
          : Promise.reject(
              new AppError(
                token.startsWith("suspended") ? "WORKSPACE_ACCESS_LOST" : "UNAUTHORIZED",
              ),
            ),
      byApiKey: () => Promise.reject(new AppError("UNAUTHORIZED")),
      byCookie: () => Promise.reject(new AppError("UNAUTHORIZED")),
      byTicket: () => Promise.reject(new AppError("UNAUTHORIZED")),
      again: (actor) => Promise.resolve(actor),
    },
    replays: { run: (_call, execute) => execute() },
    heldBytes: new HeldBytes(),
    requireWithin: () => undefined,
    requireElevation: () => Promise.reject(new AppError("ELEVATION_REQUIRED")),
    ready: {},
    isStrict: true,
    ...given,
  });
  await prepare?.(http);
  await http.app.ready();
  const close = () => http.app.close();
  return { http, app: http.app, lines, clock, close, [Symbol.asyncDispose]: close };
}

/** What tells a proxy before the server, and names under which it is not asked from this machine: one header each. */
export const proxied: readonly Readonly<Record<string, string>>[] = [
  { "x-forwarded-for": "203.0.113.7" },
  { "x-forwarded-proto": "https" },
  { forwarded: "for=203.0.113.7" },
  { "x-real-ip": "203.0.113.7" },
  { via: "1.1 proxy.example.org" },
];
export const foreignHosts: readonly Readonly<Record<string, string>>[] = [
  { host: "evil.example" },
  { host: "127.0.0.1.evil.example:4000" },
  { host: "localhost.evil.example" },
  { host: "192.168.1.10:4000" },
];
export const localHosts = ["localhost", "localhost:4000", "127.0.0.1:4000", "[::1]:4000"] as const;
