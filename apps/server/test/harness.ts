import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  API_BASE_PATH,
  endpoints,
  type CallOf,
  type EndpointName,
  type EndpointShape,
  type ErrorEnvelope,
  type ReplyOf,
} from "@colbin/protocol";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { buildApp, type App } from "#server/app.ts";
import { loadConfig, type Config } from "#server/config.ts";
import type { Database } from "#server/platform/db/database.ts";
import { createJobQueue, type JobQueue } from "#server/platform/jobs/job-queue.ts";
import type { DevOutbox } from "#server/platform/mail/dev-outbox.ts";
import { createMail } from "#server/platform/mail/mail.ts";
import { createMetrics } from "#server/platform/metrics/metrics.ts";
import type { Bus } from "#server/platform/realtime/bus.ts";
import { createLocalBus } from "#server/platform/realtime/local-bus.ts";
import { createTestClock, type TestClock } from "./clock.ts";
import { createTestDatabase } from "./database.ts";
import { findFreePort } from "./free-port.ts";
import { captureLog, type LogLines } from "./log-lines.ts";

/*
 * The whole server in the process of the test, on a database of its own: real PostgreSQL, real sockets, a clock that the
 * test turns. Replies and errors are held against the contract; an unexpected error fails the test with its cause.
 */

/** Who calls: an access token, or whoever holds one. */
type Caller = string | { readonly accessToken: string };

interface CallOptions {
  readonly as?: Caller;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal of the server, as `call` rejects with it: compare its `code`. */
class Refused extends Error {
  override readonly name = "Refused";
  readonly code: string;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;
  readonly headers: LightMyRequestResponse["headers"];

  constructor(envelope: ErrorEnvelope, headers: LightMyRequestResponse["headers"]) {
    super(`${envelope.code}: ${envelope.message}`);
    this.code = envelope.code;
    this.status = envelope.status;
    this.details = envelope.details;
    this.headers = headers;
  }
}

export interface TestAppOptions {
  /** Variables of the configuration, as an operator would write them. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Shared by several servers on one database: two nodes. */
  readonly database?: Database;
  readonly bus?: Bus;
  readonly clock?: TestClock;
}

export interface TestApp extends AsyncDisposable {
  readonly app: App;
  readonly config: Config;
  readonly database: Database;
  readonly clock: TestClock;
  readonly jobs: JobQueue;
  /** Mail that would have been sent. */
  readonly outbox: DevOutbox;
  readonly lines: LogLines;
  /** `http://127.0.0.1:port`, listening. */
  readonly url: string;
  /** Calls an operation: the reply, or a rejection with Refused. */
  call<N extends EndpointName>(
    name: N,
    input: CallOf<N>,
    options?: CallOptions,
  ): Promise<ReplyOf<N>>;
  /** The same, with everything that came back. */
  request<N extends EndpointName>(
    name: N,
    input: CallOf<N>,
    options?: CallOptions,
  ): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

const DRAIN_MS = 1_000;

/** Starts a server on a free port; close it, or `await using` it. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const lines = captureLog();
  const clock = options.clock ?? createTestClock();
  const database = options.database ?? (await createTestDatabase());
  const bus = options.bus ?? createLocalBus();
  const config = loadConfig({
    PORT: String(await findFreePort()),
    API_RATE: "100000",
    ...options.environment,
  });
  const mail = createMail(config, clock);
  if (!mail.outbox) throw new Error("Tests read mail from the outbox: use OTP_DELIVERY=dev");
  const jobs = createJobQueue(database, lines.log);
  const app = await buildApp({
    config,
    log: lines.log,
    clock,
    database,
    bus,
    jobs,
    mail,
    metrics: createMetrics(),
    webFolder: await mkdtemp(join(tmpdir(), "colbin-web-")),
    isStrict: true,
  });
  const url = await app.http.app.listen({ host: config.host, port: config.port });
  const working = jobs.start(app.workers);

  const request: TestApp["request"] = (name, input, callOptions = {}) =>
    app.http.app.inject(toRequest(name, input, callOptions));
  const close = async () => {
    await working;
    await app.drain(DRAIN_MS);
    await jobs.stop();
    if (!options.bus) await bus.close();
    if (!options.database) await database.close();
  };
  return {
    app,
    config,
    database,
    clock,
    jobs,
    outbox: mail.outbox,
    lines,
    url,
    request,
    async call(name, input, callOptions) {
      return readReply(name, await request(name, input, callOptions), lines);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function toRequest<N extends EndpointName>(
  name: N,
  input: CallOf<N>,
  { as, headers }: CallOptions,
): InjectOptions {
  const shape: EndpointShape = endpoints[name];
  const { params, query, body } = input as {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, unknown>>;
    readonly body?: object;
  };
  const path = shape.path.replaceAll(/:(\w+)/g, (_, part: string) =>
    encodeURIComponent(params?.[part] ?? ""),
  );
  const token = typeof as === "object" ? as.accessToken : as;
  return {
    method: shape.method,
    url: `${API_BASE_PATH}${path}`,
    headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
    ...(query === undefined ? {} : { query: toTexts(query) }),
    ...(body === undefined ? {} : { payload: body }),
  };
}

function toTexts(query: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

function readReply<N extends EndpointName>(
  name: N,
  answer: LightMyRequestResponse,
  lines: LogLines,
): ReplyOf<N> {
  if (answer.statusCode < 400)
    return (answer.body === "" ? undefined : answer.json()) as ReplyOf<N>;
  const envelope = answer.json<ErrorEnvelope>();
  if (envelope.code !== "UNKNOWN_ERROR") throw new Refused(envelope, answer.headers);
  const { requestId } = envelope.details;
  const causes = lines.entries().filter((entry) => entry["requestId"] === requestId);
  throw new Error(`${name} failed: ${JSON.stringify(causes, undefined, 2)}`);
}
