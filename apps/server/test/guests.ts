import type { GuestAccessLevel, InputOf } from "@colbin/protocol";
import type { TestApp } from "./harness.ts";
import { openBrowser, toPerson, type CallOptions, type Person } from "./world.ts";

export interface MadeLink {
  readonly id: string;
  readonly code: string;
  readonly link: string;
}

/** A guest link of a room that allows guests from now on. */
export async function makeGuestLink(
  leader: Person,
  slug: string,
  wanted: Partial<InputOf<"createGuestLink">["body"]> = {},
): Promise<MadeLink> {
  const params = { slug };
  await leader.call("updateRoom", { params, body: { settings: { allowGuests: true } } });
  const accessLevel: GuestAccessLevel = "WRITE";
  const body = { accessLevel, ...wanted };
  const { id, link } = await leader.call("createGuestLink", { params, body });
  return { id, link, code: new URL(link).searchParams.get("guest") ?? "" };
}

/** Somebody without an account comes by a link. */
export async function comeAsGuest(
  app: TestApp,
  code: string,
  displayName = "Gina",
  options?: CallOptions,
): Promise<Person> {
  const client = openBrowser(app.app.http.app);
  const body = { displayName, guestCode: code };
  return toPerson(client, await client.call("guestSignIn", { body }, options));
}
