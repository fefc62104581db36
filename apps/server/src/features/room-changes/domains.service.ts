import { hasPermission, type ChangedRoom, type InputOf, type ReplyOf } from "@colbin/protocol";
import {
  domainOf,
  isPublicProvider,
} from "#server/features/organizations/public-providers.service.ts";
import {
  requireActive,
  requireNotGeneral,
  requireOwnPlace,
  requireLockedRoom,
  requireVisibleRoom,
} from "#server/features/rooms/rooms.access.ts";
import { maySeeRoom, toRoomCard, type RoomRow } from "#server/features/rooms/rooms.service.ts";
import { requireAccount } from "#server/features/users/accounts.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Db } from "#server/platform/db/database.ts";
import { toPage } from "#server/platform/http/page.ts";
import { changeRoom, tellAct, type RoomChangeDeps } from "./changes.service.ts";
import { listInDomain, listMatching } from "./domains.queries.ts";

/* Rooms for the people of one mail domain (rules-rooms 11, 14, 19). */

/** The domain of the caller's verified address, unless anybody may have one there. */
export async function suggestDomain(db: Db, { userId }: Actor): Promise<ReplyOf<"suggestDomain">> {
  const { email, isEmailVerified } = await requireAccount(db, userId);
  if (email === null || !isEmailVerified) return { domain: null, reason: "NO_VERIFIED_EMAIL" };
  const domain = domainOf(email);
  if (isPublicProvider(domain)) return { domain: null, reason: "PUBLIC_PROVIDER" };
  return { domain, reason: null };
}

/**
 * Sets or clears the domain of a channel of an organization, by its OWNERs and ADMINs. Participants stay; whoever looks at it from
 * outside hears nothing after it was set.
 */
export async function changeRoomDomain(
  deps: RoomChangeDeps,
  actor: Actor,
  slug: string,
  organizationDomain: string | null,
): Promise<ChangedRoom> {
  const { id } = await requireVisibleRoom(deps.db, actor, slug);
  return deps.changes.run(async (change) => {
    const room = await requireLockedRoom(change.tx, actor.userId, id);
    if (!maySeeRoom(room)) throw new AppError("ROOM_NOT_FOUND");
    if (!isManager(room)) throw new AppError("DOMAIN_ADMINS_ONLY");
    requireActive(room);
    requireNotGeneral(room);
    if (organizationDomain === room.organizationDomain) return toRoomCard(room);
    if (organizationDomain !== null) requireUsable(actor, room, organizationDomain);
    await tellAct(change, actor, room, {
      at: deps.clock.now(),
      audit: "room domain",
      facts: {
        before: { domain: room.organizationDomain },
        after: { domain: organizationDomain },
      },
    });
    return changeRoom(change, actor, room, { organizationDomain });
  });
}

function requireUsable(actor: Actor, { roomType }: RoomRow, domain: string): void {
  const isOurs = actor.accountType === "BUSINESS" && roomType === "channel";
  if (!isOurs || isPublicProvider(domain)) throw new AppError("DOMAIN_INVALID_FOR_ROOM");
}

function isManager({ accessLevel }: RoomRow): boolean {
  return accessLevel !== null && hasPermission(accessLevel, "MANAGE_ROOM");
}

/** Says that the verified address of the caller lies in the domain of a room that they see; else DOMAIN_MISMATCH. */
export async function validateDomainAccess(
  db: Db,
  actor: Actor,
  slug: string,
): Promise<ReplyOf<"validateDomainAccess">> {
  const room = await requireVisibleRoom(db, actor, slug);
  if (room.isOutsideDomain) throw new AppError("DOMAIN_MISMATCH");
  return { valid: true, domain: room.organizationDomain };
}

function requireDomain({ organizationDomain }: RoomRow): string {
  if (organizationDomain === null) throw new AppError("ROOM_HAS_NO_DOMAIN");
  return organizationDomain;
}

/**
 * Compares addresses with the domain of the room, or the verified ones of people in it, for its OWNERs and ADMINs. It tells nothing about
 * accounts: of addresses only the texts are looked at.
 */
export async function batchValidateDomain(
  db: Db,
  actor: Actor,
  slug: string,
  asked: InputOf<"batchValidateDomain">["body"],
): Promise<ReplyOf<"batchValidateDomain">> {
  const room = await requireVisibleRoom(db, actor, slug);
  if (!isManager(room)) throw new AppError("DOMAIN_BATCH_ADMINS_ONLY");
  const domain = requireDomain(room);
  if ("emails" in asked) {
    const isIn = (email: string) => email.includes("@") && domainOf(email.trim()) === domain;
    return { results: asked.emails.map((value) => ({ value, matches: isIn(value) })) };
  }
  const matching = await listMatching(db, { roomId: room.id, domain }, asked.userIds);
  return { results: asked.userIds.map((value) => ({ value, matches: matching.has(value) })) };
}

/** Members with a verified address in the domain of the room, for its participants. */
export async function listDomainUsers(
  db: Db,
  actor: Actor,
  slug: string,
  query: InputOf<"listDomainUsers">["query"],
): Promise<ReplyOf<"listDomainUsers">> {
  const room = await requireOwnPlace(db, actor, slug);
  const { rows, total } = await listInDomain(db, { ...room, domain: requireDomain(room) }, query);
  const results = rows.map(({ id, fullName, username, avatarUrl, isParticipant }) => {
    return { id, fullName, username, avatar_url: avatarUrl, isParticipant };
  });
  return toPage(results, query, total);
}
