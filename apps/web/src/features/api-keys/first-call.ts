import { API_BASE_PATH, API_KEY_PREFIX, hasScope, type ApiKeyScope } from "@colbin/protocol";

/** Two addresses of the protocol, whose table of all addresses this page would have to load for them. */
export const firstCalls = { listMyRooms: "/session-room/my-rooms", getMe: "/user/me" } as const;

/** A key in the place of one. */
export const KEY_SAMPLE = `${API_KEY_PREFIX}…`;

/** A call that a key with these scopes may make: its rooms, or where they are closed to it, whose key it is. */
export function firstCallOf(scopes: readonly ApiKeyScope[]): keyof typeof firstCalls {
  return hasScope(scopes, "rooms:read") ? "listMyRooms" : "getMe";
}

/** The call as a terminal takes it. */
export function toCurl(origin: string, call: keyof typeof firstCalls, key: string): string {
  return `curl ${origin}${API_BASE_PATH}${firstCalls[call]} \\\n  -H "Authorization: Bearer ${key}"`;
}
