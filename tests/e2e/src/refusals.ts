import { API_BASE_PATH, routes } from "@colbin/protocol";
import type { Response } from "playwright-core";

/** A call that the server refuses, and the status that it answers: "updateSidebar 409". */
export type Refusal = `${keyof typeof routes | "any"} ${number}`;

/** A page asks for a room, its messages and what is saved of them, and learns that the person may not, or that there is no such room. */
export const closedRoom = [
  "listMessages 403",
  "listMessages 404",
  "listSavedOfRoom 403",
  "listSavedOfRoom 404",
  "getRoom 404",
] as const satisfies Refusal[];
/** The person loses a workspace while its pages are open: each call that is on its way is refused. */
export const lostWorkspace = ["any 403", "any 404", "any 409"] as const satisfies Refusal[];
/** The server ends the session of an open page, which learns it from whichever call it makes next. */
export const endedSession = ["any 401"] as const satisfies Refusal[];

const calls = Object.entries(routes)
  .map(([name, { method, path }]) => {
    const address = `${API_BASE_PATH}${path}`.replaceAll(/:\w+/g, "[^/]+");
    return { name, method, path, pattern: new RegExp(`^${address}$`) };
  })
  // `/user/list` is not a person.
  .toSorted((one, other) => one.path.split(":").length - other.path.split(":").length);

/** What a response refuses that is not declared, as a story would declare it; undefined for any other response. */
export function findRefusal(response: Response, declared: readonly Refusal[]): string | undefined {
  if (response.status() < 400) return undefined;
  const method = response.request().method();
  const { pathname } = new URL(response.url());
  const call = calls.find((each) => each.method === method && each.pattern.test(pathname));
  const refusal = `${call?.name ?? `${method} ${pathname}`} ${response.status()}`;
  const known: readonly string[] = declared;
  return known.includes(refusal) || known.includes(`any ${response.status()}`)
    ? undefined
    : refusal;
}
