import { API_BASE_PATH, routes, type CallOf, type EndpointName } from "@colbin/protocol";
import { FRESH_ID, type CallRequest } from "../calls/plan.ts";
import type { Caller } from "./calls-world.ts";

/* The calls that the web app makes most, each as one of the people makes it. */

/** The place of a request among those of its call. */
interface CallPlace {
  /** Everybody calls once in a round. */
  readonly round: number;
  /** Each turn of the measurement has messages of its own to change. */
  readonly turn: number;
  readonly person: number;
}

export interface BenchCall {
  readonly what: string;
  /** One where none are named. */
  readonly rounds?: number;
  /** What it asks for can be done once. */
  readonly isOnce?: true;
  readonly ask: (caller: Caller, place: CallPlace) => CallRequest;
}

const EMOJI = "👍";
/** Enough for some seconds of calls that can be made once. */
const ROUNDS = 16;

/** Typed as the contract has it, written as the client writes it. */
function request<N extends EndpointName>(name: N, { token }: Caller, call: CallOf<N>): CallRequest {
  const { params, query, body } = call as {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: object;
  };
  const { method, path } = routes[name];
  const filled = path.replaceAll(/:(\w+)/g, (_, key: string) => params?.[key] ?? "");
  const search = query ? `?${new URLSearchParams(query).toString()}` : "";
  return {
    method,
    path: `${API_BASE_PATH}${filled}${search}`,
    token,
    ...(body && { body: JSON.stringify(body) }),
  };
}

function at(list: readonly string[], place: number): string {
  const id = list[place % list.length];
  if (id === undefined) throw new Error("Everybody has messages");
  return id;
}

/** A share of a list, from 0 to 1, and so many places on. */
function from(list: readonly string[], share: number, place: number): string {
  return at(list, Math.floor(list.length * share) + place);
}

export const benchCalls: readonly BenchCall[] = [
  { what: "unread summary", ask: (caller) => request("getUnreadSummary", caller, {}) },
  { what: "subscriptions", ask: (caller) => request("listSubscriptions", caller, {}) },
  { what: "my channels", ask: (caller) => request("listMyRooms", caller, {}) },
  { what: "my conversations", ask: (caller) => request("listMyConversations", caller, {}) },
  { what: "sidebar", ask: (caller) => request("getSidebar", caller, {}) },
  { what: "own account", ask: (caller) => request("getMe", caller, {}) },
  { what: "ticket for a socket", ask: (caller) => request("createWsTicket", caller, {}) },
  { what: "notifications", ask: (caller) => request("listNotifications", caller, { query: {} }) },
  {
    what: "unread notifications",
    ask: (caller) => request("getUnreadNotifications", caller, {}),
  },
  { what: "room", ask: (caller) => request("getRoom", caller, { params: toRoom(caller) }) },
  {
    what: "may I enter a room",
    ask: (caller) => request("validateRoom", caller, { params: toRoom(caller) }),
  },
  {
    what: "people of a room, first page",
    ask: (caller) => request("listParticipants", caller, { params: toRoom(caller), query: {} }),
  },
  {
    what: "members of the organization, first page",
    ask: (caller) => request("listMembers", caller, { params: { orgId: caller.orgId }, query: {} }),
  },
  {
    what: "newest 50 messages",
    ask: (caller) => request("listMessages", caller, { params: toRoom(caller), query: {} }),
  },
  {
    what: "50 messages around one",
    ask: (caller, { person }) =>
      request("listMessages", caller, {
        params: toRoom(caller),
        query: { around: from(caller.messages, 0.5, person) },
      }),
  },
  {
    // Before the sends, which read everything for their author.
    what: "mark read",
    rounds: ROUNDS,
    isOnce: true,
    ask: (caller, { round, turn }) =>
      request("markRead", caller, {
        params: toRoom(caller),
        body: {
          lastReadMessageId: from(caller.messages, turn / 2 + round / (2 * ROUNDS), 0),
        },
      }),
  },
  {
    what: "edit of a message",
    rounds: 2,
    ask: (caller, { round }) =>
      request("editMessage", caller, {
        params: { ...toRoom(caller), id: from(caller.own, 0.9, round) },
        body: { content: `Edited to ${FRESH_ID}` },
      }),
  },
  {
    what: "reaction, added and removed in turn",
    rounds: 2,
    ask: (caller, { round, person }) =>
      request(round === 0 ? "addReaction" : "removeReaction", caller, {
        params: { ...toRoom(caller), id: from(caller.messages, 0.8, person) },
        body: { emoji: EMOJI },
      }),
  },
  {
    what: "deletion of a message",
    rounds: ROUNDS,
    isOnce: true,
    ask: (caller, { round, turn }) =>
      request("deleteMessage", caller, {
        params: { ...toRoom(caller), id: at(caller.own, turn * ROUNDS + round) },
      }),
  },
  {
    what: "send of a message",
    ask: (caller) =>
      request("sendMessage", caller, {
        params: toRoom(caller),
        body: { content: "x".repeat(100), clientMessageId: `temp_${FRESH_ID}` },
      }),
  },
];

function toRoom({ slug }: Caller): { readonly slug: string } {
  return { slug };
}
