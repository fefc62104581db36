import type { Route } from "./kernel/endpoint.ts";

// Apart from the schemas of the feature, so that a page can read it without loading them.

/** Marks a secret as one of ours, for the door, for people and for scanners of leaked secrets. */
export const API_KEY_PREFIX = "cbk_";

export const apiKeyAreas = ["rooms", "messages", "files", "members"] as const;
export type ApiKeyArea = (typeof apiKeyAreas)[number];

/** To write contains to read. */
export const apiKeyScopes = [
  "rooms:read",
  "rooms:write",
  "messages:read",
  "messages:write",
  "files:read",
  "files:write",
  "members:read",
  "members:write",
] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** Calls of these groups are open to keys; of all others those alone that are named below. */
const areaOfGroup: Readonly<Partial<Record<string, ApiKeyArea>>> = {
  "session-rooms": "rooms",
  "multi-room-chat": "rooms",
  messages: "messages",
  drafts: "messages",
  files: "files",
};

const areaOfCall: Readonly<Partial<Record<string, ApiKeyArea>>> = {
  getUser: "members",
  listOrganizationUsers: "members",
  listUsersOf: "members",
  suggestUsers: "members",
  suggestOrganizationUsers: "members",
  getOrganization: "members",
  listMembers: "members",
  getMember: "members",
  updateMember: "members",
  suspendMember: "members",
  reactivateMember: "members",
  removeMember: "members",
  inviteMembers: "members",
  listInvitations: "members",
  generateInviteLink: "members",
  resendInvitation: "members",
  cancelInvitation: "members",
};

/** Of a group above, and not for keys: it tells of other workspaces. */
const closedCalls: readonly string[] = ["getUnreadSummary"];

/** By this call a program learns whose key it has, so every key may make it. */
const CALL_OF_ALL_KEYS = "getMe";

interface Call extends Pick<Route, "method" | "isAccountCall"> {
  readonly group: string;
  readonly elevation?: string;
}

/** The scope that a key needs for a call: `any` where each key will do, null where none does (rules-identity 82). */
export function scopeOf(name: string, call: Call): ApiKeyScope | "any" | null {
  if (name === CALL_OF_ALL_KEYS) return "any";
  const area = areaOfGroup[call.group] ?? areaOfCall[name];
  const isClosed =
    closedCalls.includes(name) || call.isAccountCall === true || call.elevation !== undefined;
  if (area === undefined || isClosed) return null;
  return call.method === "GET" || call.method === "HEAD" ? `${area}:read` : `${area}:write`;
}

/** Whether these scopes contain this one. */
export function hasScope(scopes: readonly ApiKeyScope[], needed: ApiKeyScope): boolean {
  return (
    scopes.includes(needed) || scopes.some((each) => each === needed.replace(":read", ":write"))
  );
}
