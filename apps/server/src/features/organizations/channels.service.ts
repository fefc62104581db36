import type { InputOf, ReplyOf } from "@colbin/protocol";
import { listRoomCards } from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import type { Db } from "#server/platform/db/database.ts";
import { requireActiveOrganization } from "./organizations.access.ts";

/** Channels of an organization that the caller is in and that they see, by name; else ORGANIZATION_NOT_FOUND. */
export async function listRoomsOf(
  { db }: { readonly db: Db },
  actor: Actor,
  { params, query }: Pick<InputOf<"listRoomsOf">, "params" | "query">,
): Promise<ReplyOf<"listRoomsOf">> {
  const { orgId: workspaceId } = params;
  await requireActiveOrganization(db, actor.userId, workspaceId);
  const order = { sortBy: "name", sortOrder: "asc" } as const;
  return listRoomCards(db, { ...actor, workspaceId }, { ...query, ...order });
}
