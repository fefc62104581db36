import type { WorkspaceId } from "@colbin/protocol";

/** Written down so that neither the types of the DOM nor those of Node are needed. */
const { atob } = globalThis as unknown as { readonly atob: (base64: string) => string };

/**
 * The workspace that an access token of ours names (its claim `wid`). A hint alone: the server checks it with every call. Undefined
 * for any other token and for none.
 */
export function workspaceOf(accessToken: string | null): WorkspaceId | undefined {
  const base64 = accessToken?.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/");
  if (base64 === undefined) return undefined;
  try {
    const claims: unknown = JSON.parse(atob(base64));
    const wid = typeof claims === "object" && claims !== null && "wid" in claims && claims.wid;
    return typeof wid === "string" ? (wid as WorkspaceId) : undefined;
  } catch {
    return undefined;
  }
}
