import { randomUUID } from "node:crypto";
import { hostileObjects, hostileTexts } from "./hostile-texts.ts";

/* Every door through which somebody may send a text, with each of the texts that are meant to be dear. */

export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One thing that is sent: by a request, or as a frame. */
export interface Attack {
  readonly door: string;
  readonly text: string;
  readonly send: HostileRequest | string;
}

export interface AttackSizes {
  /** A little below what the server reads of a body, of a frame, and of all headers. */
  readonly bodyBytes: number;
  readonly frameBytes: number;
  readonly headerBytes: number;
}

type Door = readonly [name: string, toRequest: (text: string) => HostileRequest];

const MESSAGES = "/v1/session-room/load-1/messages";
const ABSENT_MESSAGES = "/v1/session-room/no-such-room/messages";

function post(path: string, body: unknown): HostileRequest {
  return { method: "POST", path, body: JSON.stringify(body) };
}

function patchMe(field: string): Door {
  return [
    field,
    (text) => ({ method: "PATCH", path: "/v1/user/me", body: JSON.stringify({ [field]: text }) }),
  ];
}

const bodyDoors: readonly Door[] = [
  ["message", (content) => post(MESSAGES, { content })],
  ["message to no room", (content) => post(ABSENT_MESSAGES, { content })],
  ["room to join", (name) => post("/v1/multi-room-chat/create-or-join", { sessionRoomSlug: name })],
  patchMe("fullName"),
  patchMe("username"),
  patchMe("bio"),
  ["identifier", (identifier) => post("/v1/identifier/send-otp", { identifier })],
  ["refresh token", (token) => post("/v1/auth/refresh-tokens", { refreshToken: token })],
];

/** Names of rooms that pass the schema: 20 of 256 characters. */
const roomNames: Door = [
  "20 rooms to join",
  (text) => {
    const name = text.slice(0, 250);
    const names = Array.from({ length: 20 }, (_, at) => `${at}${name}`);
    return post("/v1/multi-room-chat/create-or-join", { sessionRoomSlugs: names });
  },
];

const urlDoors: readonly Door[] = [
  ["cursor", (text) => ({ method: "GET", path: `${MESSAGES}?before=${encodeURIComponent(text)}` })],
  ["slug", (text) => ({ method: "GET", path: `/v1/session-room/${encodeURIComponent(text)}` })],
];

const headerDoors: readonly Door[] = [
  "idempotency-key",
  "connection-id",
  "x-forwarded-for",
  "authorization",
  "cookie",
].map((name) => [
  name,
  (text) => ({ ...post(MESSAGES, { content: "Hi" }), headers: { [name]: text } }),
]);

function toFrame(fields: object): string {
  return JSON.stringify({ requestId: "hostile", ...fields });
}

const frameDoors: readonly (readonly [name: string, toFrame: (text: string) => string])[] = [
  ["message", (content) => sendFrame("load-1", content)],
  ["message to no room", (content) => sendFrame("no-such-room", content)],
  ["rooms", (text) => toFrame({ type: "CLIENT_SUBSCRIBE_ROOMS", sessionRoomSlugs: [text] })],
  ["typing", (text) => JSON.stringify({ type: "CLIENT_TYPING", roomSlug: text, isTyping: true })],
  ["type", (type) => toFrame({ type })],
];

function sendFrame(sessionRoomSlug: string, content: string): string {
  const clientMessageId = `temp_${randomUUID()}`;
  return toFrame({ type: "CLIENT_SEND_MESSAGE", sessionRoomSlug, clientMessageId, content });
}

/** Everything that is thrown at the server, about 300 things. */
export function listAttacks(sizes: AttackSizes): readonly Attack[] {
  const { bodyBytes, frameBytes, headerBytes } = sizes;
  const objects = hostileObjects(bodyBytes);
  return [
    ...through(bodyDoors, hostileTexts(bodyBytes)),
    ...through([roomNames], hostileTexts(1_000)),
    // Percent-encoded a byte takes three.
    ...through(
      urlDoors,
      hostileTexts(headerBytes / 3).map(([name, text]) => [name, text.toWellFormed()]),
    ),
    ...through(headerDoors, [
      ["letters", "x".repeat(headerBytes)],
      ["commas", "a,".repeat(headerBytes / 2)],
    ]),
    ...through([["body", (body) => ({ method: "POST", path: MESSAGES, body })]], objects),
    ...through(
      [
        [
          "body of a stranger",
          (body) => ({ method: "POST", path: "/v1/identifier/verify-otp", body }),
        ],
      ],
      objects,
    ),
    ...frameDoors.flatMap(([door, toText]) =>
      hostileTexts(frameBytes).map(([text, value]) => ({
        door: `frame: ${door}`,
        text,
        send: toText(value),
      })),
    ),
    ...hostileObjects(frameBytes).map(([text, send]) => ({ door: "frame", text, send })),
  ];
}

function through(doors: readonly Door[], texts: readonly (readonly [string, string])[]): Attack[] {
  return doors.flatMap(([door, toRequest]) =>
    texts.map(([text, value]) => ({ door, text, send: toRequest(value) })),
  );
}
