import {
  API_BASE_PATH,
  CREATE_OR_JOIN_BATCH,
  routes,
  type CurrentUser,
  type SignedIn,
} from "@colbin/protocol";
import { request, type APIRequestContext, type BrowserContext } from "playwright-core";
import { inject } from "vitest";

/** Somebody's session as their browser keeps it: in its cookies and in local storage. */
export interface Session {
  /** The server that knows it. */
  readonly url: string;
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
  name: "sendOtp" | "verifyOtp" | "updateMe" | "createOrJoinRooms",
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
export async function newSession(
  name: string,
  rooms: readonly string[] = [],
  url: string = inject("serverUrl"),
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
    const { access, refresh } = signedIn.tokens;
    const user = (await call("updateMe", { fullName: name }, access.token)) as CurrentUser;
    for (let at = 0; at < rooms.length; at += CREATE_OR_JOIN_BATCH) {
      const sessionRoomSlugs = rooms.slice(at, at + CREATE_OR_JOIN_BATCH);
      await call("createOrJoinRooms", { sessionRoomSlugs }, access.token);
    }
    const { cookies } = await page.storageState();
    const localStorage = Object.entries({
      user: JSON.stringify(user),
      refreshToken: refresh.token,
      tokenExpiry: access.expires,
      accessToken: access.token,
    }).map(([key, value]) => ({ name: key, value }));
    return { url, stored: { cookies, origins: [{ origin: url, localStorage }] } };
  } finally {
    await page.dispose();
  }
}
