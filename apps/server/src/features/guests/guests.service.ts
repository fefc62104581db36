import { GUEST_LINKS_MAX, type InputOf, type ReplyOf } from "@colbin/protocol";
import { recordAct } from "#server/features/audit/audit.service.ts";
import { endBoundSessions } from "#server/features/auth/bound-sessions.service.ts";
import { hashSecret, makeSecret } from "#server/features/auth/secrets.service.ts";
import type { Change, Changes } from "#server/features/log/log.service.ts";
import {
  requireActive,
  requireManagedRoom,
  requireManagedRoomForChange,
  requireVisibleRoom,
  type OwnPlace,
} from "#server/features/rooms/rooms.access.ts";
import { mayHaveGuests } from "#server/features/workspaces/workspaces.service.ts";
import type { Config } from "#server/config.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { endStaysJob } from "./guests.jobs.ts";
import { insertLink, listGuests, listLiveLinks, updateClosed } from "./guests.queries.ts";
import { takesGuests } from "./guests.rules.ts";
import { toGuestLink, toGuestLinkView } from "./guests.view.ts";

export { takesGuests } from "./guests.rules.ts";

/* Links by which people without an account come into one room, for those who lead it (rules-rooms 39). */

export interface GuestDeps extends Pick<Config, "publicUrl" | "guestLinks"> {
  readonly db: Db;
  readonly clock: Clock;
  readonly changes: Changes;
  readonly jobs: Jobs;
}

const DAY_MS = 24 * 60 * 60_000;
const managing = { needs: "MANAGE_ROOM", types: ["channel"] } as const;

/** Makes a link where room and workspace allow guests; else GUEST_SIGN_IN_DISABLED. Its code is stored hashed and shown this once. */
export async function createGuestLink(
  deps: GuestDeps,
  actor: Actor,
  slug: string,
  { accessLevel, expiresInDays, maxUses }: InputOf<"createGuestLink">["body"],
): Promise<ReplyOf<"createGuestLink">> {
  const { id } = await requireVisibleRoom(deps.db, actor, slug);
  return deps.changes.run(async ({ tx }) => {
    const room = await requireManagedRoomForChange(tx, actor, id, managing);
    requireActive(room);
    await requireGuestsAllowed(tx, deps, actor, room);
    const now = deps.clock.now();
    if ((await listLiveLinks(tx, room.id, now)).length >= GUEST_LINKS_MAX)
      throw new AppError("GUEST_LINK_LIMIT_REACHED", { max: GUEST_LINKS_MAX });
    const code = makeSecret(128);
    const expiresAt = new Date(now.getTime() + expiresInDays * DAY_MS);
    const chosen = { accessLevel, maxUses: maxUses ?? null, createdAt: now, expiresAt };
    const made = { roomId: room.id, codeHash: hashSecret(code), createdBy: actor.userId };
    const linkId = await insertLink(tx, { ...chosen, ...made });
    const details = { linkId, accessLevel };
    await record(tx, actor, room, { at: now, kind: "guest link made", details });
    const row = { id: linkId, ...chosen, uses: 0, createdBy: actor.fullName };
    const org = actor.accountType === "PERSONAL" ? "personal" : room.workspaceId;
    const link = toGuestLink({ publicUrl: deps.publicUrl, slug: room.slug, code, org });
    return { ...toGuestLinkView(row), link };
  });
}

async function requireGuestsAllowed(
  tx: Tx,
  deps: Pick<GuestDeps, "guestLinks">,
  actor: Actor,
  room: OwnPlace,
): Promise<void> {
  const allows = await mayHaveGuests(tx, actor, deps);
  if (!allows || !takesGuests(room)) throw new AppError("GUEST_SIGN_IN_DISABLED");
}

/** The links by which somebody may come now, for those who lead the room. */
export async function listGuestLinks(
  { db, clock }: Pick<GuestDeps, "db" | "clock">,
  actor: Actor,
  slug: string,
): Promise<ReplyOf<"listGuestLinks">> {
  const { id } = await requireManagedRoom(db, actor, slug, managing);
  const links = await listLiveLinks(db, id, clock.now());
  return { results: links.map(toGuestLinkView) };
}

/**
 * Closes a link of the room. The sessions of its guests end with the same change, so that they read and write nothing more; their
 * places end by a job, each in a transaction of its own, so that the lock of the room is never held for many of them.
 * GUEST_LINK_INVALID for one that is closed, or of another room.
 */
export async function closeGuestLink(
  deps: GuestDeps,
  actor: Actor,
  { slug, linkId }: InputOf<"closeGuestLink">["params"],
): Promise<void> {
  const { id } = await requireVisibleRoom(deps.db, actor, slug);
  await deps.changes.run(async (change: Change) => {
    const { tx } = change;
    const room = await requireManagedRoomForChange(tx, actor, id, managing);
    const at = deps.clock.now();
    if (!(await updateClosed(tx, { id: linkId, roomId: room.id }, at)))
      throw new AppError("GUEST_LINK_INVALID");
    await record(tx, actor, room, { at, kind: "guest link closed", details: { linkId } });
    const userIds = await listGuests(tx, room.id, linkId);
    if (userIds.length === 0) return;
    await endBoundSessions(change, { roomId: room.id, userIds });
    await deps.jobs.enqueue(tx, endStaysJob, {});
  });
}

async function record(
  tx: Tx,
  actor: Actor,
  { id, workspaceId }: OwnPlace,
  event: Pick<Parameters<typeof recordAct>[2], "at" | "kind" | "details">,
): Promise<void> {
  await recordAct(tx, actor, { ...event, workspaceId, target: { type: "room", id } });
}
