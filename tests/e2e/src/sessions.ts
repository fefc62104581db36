import {
  API_BASE_PATH,
  CREATE_OR_JOIN_BATCH,
  routes,
  type ReplyOf,
  type SignedIn,
  type UserId,
} from "@colbin/protocol";
import { request, type APIRequestContext, type BrowserContext } from "playwright-core";
import { inject } from "vitest";
import { operatorAddress } from "./server.ts";

/** Somebody's session as their browser keeps it: in its cookies and in local storage. */
export interface Session {
  /** The server that knows it. */
  readonly url: string;
  readonly userId: UserId;
  /** Where their codes are sent. */
  readonly address: string;
  readonly stored: Awaited<ReturnType<BrowserContext["storageState"]>>;
}

let count = 0;

/** An address that nobody had before: stories share one server. */
export function newAddress(name: string): string {
  count += 1;
  const unique = `${Date.now().toString(36)}${process.pid.toString(36)}${count}`;
  return `${name.toLowerCase().replaceAll(/\W/g, "")}-${unique}@example.org`;
}

/** Calls of those who run the server, about an organization. */
type OperatorCall = "restoreOrganization" | "verifyDomain";

type Call = (
  name:
    | "sendOtp"
    | "verifyOtp"
    | "updateMe"
    | "createOrJoinRooms"
    | "acceptInvitation"
    | OperatorCall,
  body: object,
  token?: string,
  orgId?: string,
) => Promise<unknown>;

function callerOf(page: APIRequestContext): Call {
  return async (name, data, token, orgId = "") => {
    const { method, path } = routes[name];
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const url = `${API_BASE_PATH}${path.replace(":orgId", orgId)}`;
    const reply = await page.fetch(url, { method, data, headers });
    const text = await reply.text();
    if (!reply.ok()) throw new Error(`${name} answered ${reply.status()}: ${text}`);
    return text === "" ? undefined : (JSON.parse(text) as unknown);
  };
}

/** A new person under this name, signed in and in these rooms: what stories begin with that are not about signing in. */
export function newSession(
  name: string,
  rooms: readonly string[] = [],
  url: string = inject("serverUrl"),
): Promise<Session> {
  return beginSession(name, url, async (call, signedIn) => {
    const { token } = signedIn.tokens.access;
    for (let at = 0; at < rooms.length; at += CREATE_OR_JOIN_BATCH) {
      const sessionRoomSlugs = rooms.slice(at, at + CREATE_OR_JOIN_BATCH);
      await call("createOrJoinRooms", { sessionRoomSlugs }, token);
    }
    return { ...signedIn, active: {} };
  });
}

/** The same in the organization that this invitation is for. */
export function newMember(name: string, inviteCode: string): Promise<Session> {
  return beginSession(name, inject("serverUrl"), async (call, { tokens }) => {
    const reply = await call("acceptInvitation", { inviteCode }, tokens.access.token);
    const joined = reply as ReplyOf<"acceptInvitation">;
    const { orgId, organizationName } = joined;
    const active = { activeOrganizationId: orgId, activeOrganizationName: organizationName };
    return { ...joined, active };
  });
}

/** Those who run the server make a call. In a browser of their own, since programs of one address share the wait between two codes. */
export async function callAsOperator(
  name: OperatorCall,
  orgId: string,
  body: object = {},
): Promise<void> {
  const makeCall = async (call: Call, signedIn: SignedIn): Promise<Entered> => {
    await call(name, body, signedIn.tokens.access.token, orgId);
    return { ...signedIn, active: {} };
  };
  await beginSession("Operator", inject("serverUrl"), makeCall, operatorAddress);
}

/** The person who runs the server, in a browser of their own. */
export function newOperator(): Promise<Session> {
  const stay = (_: Call, signedIn: SignedIn): Promise<Entered> =>
    Promise.resolve({ ...signedIn, active: {} });
  return beginSession("Operator", inject("serverUrl"), stay, operatorAddress);
}

type Entered = Pick<SignedIn, "user" | "tokens"> & { readonly active: Record<string, string> };

async function beginSession(
  name: string,
  url: string,
  enter: (call: Call, signedIn: SignedIn) => Promise<Entered>,
  identifier = newAddress(name),
): Promise<Session> {
  // Only to a page of a browser the refresh token is given as a cookie.
  const page = await request.newContext({
    baseURL: url,
    extraHTTPHeaders: { "sec-fetch-site": "same-origin" },
  });
  try {
    const call = callerOf(page);
    const { user: sent } = (await call("sendOtp", { identifier })) as { user: { otp: string } };
    const signedIn = (await call("verifyOtp", { identifier, otp: sent.otp })) as SignedIn;
    await call("updateMe", { fullName: name }, signedIn.tokens.access.token);
    const { tokens, user, active } = await enter(call, signedIn);
    const { cookies } = await page.storageState();
    const localStorage = Object.entries({
      ...active,
      user: JSON.stringify({ ...user, fullName: name }),
      refreshToken: tokens.refresh.token,
      tokenExpiry: tokens.access.expires,
      accessToken: tokens.access.token,
    }).map(([key, value]) => ({ name: key, value }));
    const stored = { cookies, origins: [{ origin: url, localStorage }] };
    return { url, userId: user.id, address: identifier, stored };
  } finally {
    await page.dispose();
  }
}
