import type { CallOf } from "@colbin/protocol";
import { learnRoom } from "#web/features/rooms/entering.ts";
import { account } from "#web/lib/api/account.ts";

/** Opens the one direct room with somebody, and answers with its address. */
export async function openDirect(body: CallOf<"openDirect">["body"]): Promise<string> {
  const { sessionRoomSlug } = await account.call("openDirect", { body });
  await learnRoom(sessionRoomSlug);
  return sessionRoomSlug;
}

/** The same with several people. */
export async function openGroup(body: CallOf<"createGroup">["body"]): Promise<string> {
  const { sessionRoomSlug } = await account.call("createGroup", { body });
  await learnRoom(sessionRoomSlug);
  return sessionRoomSlug;
}
