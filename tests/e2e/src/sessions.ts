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

type Call = (
  name: "sendOtp" | "verifyOtp" | "updateMe" | "createOrJoinRooms" | "acceptInvitation",
  body: object,
  token?: string,
) => Promise<unknown>;

function callerOf(page: APIRequestContext): Call {
  return async (name, data, token) => {
    const { method, path } = routes[name];
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const reply = await page.fetch(`${API_BASE_PATH}${path}`, { method, data, headers });
    if (!reply.ok()) throw new Error(`${name} answered ${reply.status()}: ${await reply.text()}`);
    return (await reply.json()) as unknown;
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

type Entered = Pick<SignedIn, "user" | "tokens"> & { readonly active: Record<string, string> };

async function beginSession(
  name: string,
  url: string,
  enter: (call: Call, signedIn: SignedIn) => Promise<Entered>,
): Promise<Session> {
  // Only to a page of a browser the refresh token is given as a cookie.
  const page = await request.newContext({
    baseURL: url,
    extraHTTPHeaders: { "sec-fetch-site": "same-origin" },
  });
  try {
    const call = callerOf(page);
    const identifier = newAddress(name);
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
