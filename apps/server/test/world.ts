import {
  API_BASE_PATH,
  endpoints,
  type CallOf,
  type CurrentUser,
  type EndpointName,
  type EndpointShape,
  type ErrorEnvelope,
  type FirstStep,
  type ReplyOf,
  type SignedIn,
  type Tokens,
} from "@colbin/protocol";
import type { FastifyInstance, InjectOptions } from "fastify";

/*
 * The people of the tests, and the browsers and programs that they use. Everybody signs in through the real endpoints; a
 * browser keeps its cookies and says that it is one, a program keeps its tokens.
 */

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Network address of the caller; this machine unless named. */
  readonly address?: string;
  /** Of a call that takes a picture. */
  readonly image?: Buffer;
}

const ONE_PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==",
  "base64",
);

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** Cookies that the answer sets, as they stand in its headers. */
  readonly cookies: readonly string[];
}

type FirstStepName = "verifyOtp" | "verifyLink" | "signIn" | "socialSignIn";

/** Something that calls the server; what it remembers between two calls depends on what it is. */
export interface Client {
  readonly cookies: Map<string, string>;
  accessToken: string | undefined;
  /** Any request at all, answered or refused. */
  send(request: InjectOptions): Promise<Answer>;
  /** The reply of a call that must succeed. */
  call<N extends EndpointName>(
    name: N,
    input: CallOf<N>,
    options?: CallOptions,
  ): Promise<ReplyOf<N>>;
  /** The reply of a first step that must sign in at once. */
  enter<N extends FirstStepName>(
    name: N,
    input: CallOf<N>,
    options?: CallOptions,
  ): Promise<SignedIn>;
  /** The envelope of a call that must be refused. */
  refusal<N extends EndpointName>(
    name: N,
    input: CallOf<N>,
    options?: CallOptions,
  ): Promise<ErrorEnvelope>;
}

/** The parts of a call at run time; the compiler has matched them with the endpoint. */
interface Sent {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: object | undefined;
}

function openClient(
  app: FastifyInstance,
  fixed: Readonly<Record<string, string>>,
  keepsCookies: boolean,
): Client {
  const cookies = new Map<string, string>();
  const client: Client = {
    cookies,
    accessToken: undefined,
    async send(request) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const response = await app.inject({
        ...request,
        headers: {
          ...fixed,
          ...(cookie === "" ? {} : { cookie }),
          ...(client.accessToken === undefined
            ? {}
            : { authorization: `Bearer ${client.accessToken}` }),
          ...request.headers,
        },
      });
      if (keepsCookies) keepCookies(cookies, response.cookies);
      return {
        status: response.statusCode,
        headers: response.headers,
        body: response.payload === "" ? undefined : response.json<unknown>(),
        cookies: [response.headers["set-cookie"] ?? []].flat(),
      };
    },
    async call(name, input, options) {
      const answer = await client.send(toRequest(name, input, options));
      if (answer.status >= 400) throw new Error(`${name}: ${JSON.stringify(answer.body)}`);
      return answer.body as ReplyOf<typeof name>;
    },
    async enter(name, input, options) {
      const reply: FirstStep = await client.call(name, input, options);
      if ("secondFactor" in reply) throw new Error(`${name} asks for a second factor`);
      return reply;
    },
    async refusal(name, input, options) {
      const answer = await client.send(toRequest(name, input, options));
      if (answer.status < 400) throw new Error(`${name} was not refused`);
      return answer.body as ErrorEnvelope;
    },
  };
  return client;
}

function keepCookies(
  jar: Map<string, string>,
  set: readonly { name: string; value: string; maxAge?: number }[],
): void {
  for (const { name, value, maxAge } of set) {
    if (maxAge === 0) jar.delete(name);
    else jar.set(name, value);
  }
}

/** The request of a call, for those who want to see all of its answer. */
/** "ok", or the code of the refusal. */
export async function verdictOf(
  client: Pick<Client, "send">,
  ...request: Parameters<typeof toRequest>
): Promise<string> {
  const { status, body } = await client.send(toRequest(...request));
  return status < 300 ? "ok" : (body as ErrorEnvelope).code;
}

export function toRequest(
  name: EndpointName,
  input: Sent,
  options: CallOptions = {},
): InjectOptions {
  const shape: EndpointShape = endpoints[name];
  const path = shape.path.replaceAll(/:(\w+)/g, (_, parameter: string) =>
    encodeURIComponent(toText(input.params?.[parameter])),
  );
  const query = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined);
  return {
    method: shape.method,
    url: `${API_BASE_PATH}${path}`,
    query: Object.fromEntries(query.map(([key, value]) => [key, toText(value)])),
    ...toPayload(shape, input, options),
    ...(options.address === undefined ? {} : { remoteAddress: options.address }),
  };
}

/** A call that takes a picture gets the smallest one where none is given. */
function toPayload(
  { bytesMax }: EndpointShape,
  { body }: Sent,
  { headers, image = ONE_PIXEL }: CallOptions,
): Pick<InjectOptions, "payload" | "headers"> {
  if (bytesMax !== undefined)
    return { payload: image, headers: { "content-type": "image/png", ...headers } };
  return { ...(body ? { payload: body } : {}), headers: { ...headers } };
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A page of our own site in a browser with an empty cookie jar. */
export function openBrowser(app: FastifyInstance): Client {
  return openClient(
    app,
    {
      "sec-fetch-site": "same-origin",
      "user-agent": "Test browser",
      "x-refresh-delivery": "cookie",
    },
    true,
  );
}

/** A bot or a script: no cookies, its tokens are in the replies. */
export function openProgram(app: FastifyInstance): Client {
  return openClient(app, { "user-agent": "Test program" }, false);
}

/** Somebody who is signed in, and with what. */
export interface Person extends Client {
  readonly user: CurrentUser;
  tokens: Tokens;
}

/** Asks for a code and enters it; works under dev delivery only, where the reply holds the code. */
export async function signIn(
  client: Client,
  identifier: string,
  options?: CallOptions,
): Promise<Person> {
  const sent = await client.call("sendOtp", { body: { identifier } }, options);
  const otp = sent.user.otp;
  if (otp === undefined) throw new Error(`No code for ${identifier} in the reply`);
  const entered = await client.enter("verifyOtp", { body: { identifier, otp } }, options);
  return toPerson(client, entered);
}

/** The client as the person whom a sign-in made of it; it shows the access token from now on. */
export function toPerson(
  client: Client,
  { user, tokens }: Pick<SignedIn, "user" | "tokens">,
): Person {
  client.accessToken = tokens.access.token;
  return Object.assign(client, { user, tokens });
}

export interface World {
  /** The first to come: OWNER of the instance. */
  readonly alice: Person;
  readonly bob: Person;
  readonly carol: Person;
  /** Means no good. */
  readonly mallory: Person;
}

const names = ["alice", "bob", "carol", "mallory"] as const;

/** Alice, bob, carol and mallory in browsers of their own, in this order, each with a name. */
export async function createWorld(app: FastifyInstance): Promise<World> {
  const people: Partial<Record<(typeof names)[number], Person>> = {};
  for (const name of names) {
    const person = await signIn(openBrowser(app), `${name}@example.org`);
    const fullName = `${name[0]?.toUpperCase()}${name.slice(1)}`;
    const user = await person.call("updateMe", { body: { fullName, username: name } });
    people[name] = Object.assign(person, { user });
  }
  return people as World;
}

let rooms = 0;

/** A new PUBLIC room with the first of these as its owner and the others in it; returns its address. */
export async function createRoomOf(...people: readonly Person[]): Promise<string> {
  rooms += 1;
  const sessionRoomSlug = `room-${rooms}`;
  for (const person of people)
    await person.call("createOrJoinRooms", { body: { sessionRoomSlug } });
  return sessionRoomSlug;
}
