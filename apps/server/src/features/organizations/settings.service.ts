import { isDeepStrictEqual } from "node:util";
import {
  GENERAL_ROOM_SLUG,
  settingsRead,
  type AuditFacts,
  type InputOf,
  type OrganizationSettings,
  type ReplyOf,
  type SessionId,
  type UserId,
  type WorkspaceId,
} from "@colbin/protocol";
import { recordAct } from "#server/features/audit/audit.service.ts";
import { hasFactor } from "#server/features/factors/factors.service.ts";
import { closeWorkspaceToGuests } from "#server/features/guests/guest-access.service.ts";
import { noteOpened } from "#server/features/rooms/rooms.access.ts";
import { findRooms } from "#server/features/rooms/rooms.service.ts";
import { readSettings } from "#server/features/workspaces/workspaces.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError, notAllowed } from "#server/platform/app-error.ts";
import { GUEST_END } from "#server/platform/bound-sessions.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Live } from "#server/platform/realtime/live.ts";
import { toDomainRecord } from "./domains.rules.ts";
import { requireActiveOrganization, requireLedOrganization } from "./organizations.access.ts";
import { updateSettings } from "./settings.queries.ts";

export interface SettingsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly live: Pick<Live, "endSessions">;
  /** Says in the rooms there for how long messages are kept, after the commit. */
  readonly announceRetention: (
    tx: Tx,
    change: {
      readonly workspaceId: WorkspaceId;
      readonly actorId: UserId;
      readonly actorName: string;
      readonly before: number | null;
      readonly after: number | null;
    },
  ) => Promise<void>;
  /** People there are told of reading, or not any more. */
  readonly refreshReceipts: (of: { readonly workspaceId: WorkspaceId }) => void;
}

/** Those that the caller's role reads; ORGANIZATION_NOT_FOUND for whoever is not ACTIVE there. */
export async function getSettings(
  { db }: Pick<SettingsDeps, "db">,
  actor: Actor,
  id: WorkspaceId,
): Promise<ReplyOf<"getSettings">> {
  const { role } = await requireActiveOrganization(db, actor.userId, id);
  const settings = await readSettings(db, id);
  return Object.fromEntries(settingsRead[role].map((key) => [key, settings[key]]));
}

/** Changes only what is sent, and records what has changed by it; by OWNER and ADMIN. */
export async function changeSettings(
  deps: SettingsDeps,
  actor: Actor,
  id: WorkspaceId,
  input: InputOf<"updateSettings">["body"],
): Promise<OrganizationSettings> {
  const { settings, ended } = await runTransaction(deps.db, (tx) =>
    change(tx, deps, { actor, id, input }),
  );
  if (ended.length > 0) deps.live.endSessions(ended, GUEST_END);
  if (input.readReceipts !== undefined) deps.refreshReceipts({ workspaceId: id });
  return settings;
}

interface Wanted {
  readonly actor: Actor;
  readonly id: WorkspaceId;
  readonly input: InputOf<"updateSettings">["body"];
}

/** Who came by guest links is out with the change that allows none any more. */
async function change(
  tx: Tx,
  { clock, jobs, announceRetention }: SettingsDeps,
  { actor, id, input }: Wanted,
): Promise<{ readonly settings: OrganizationSettings; readonly ended: readonly SessionId[] }> {
  const organization = await requireLedOrganization(tx, actor, id);
  const before = await readSettings(tx, id);
  const after = { ...before, ...toChosen(input) };
  const keys = settingsRead.OWNER.filter((key) => !isDeepStrictEqual(before[key], after[key]));
  if (keys.length === 0) return { settings: before, ended: [] };
  if (after.joinByDomain && !organization.domainVerifiedAt)
    throw new AppError("DOMAIN_NOT_VERIFIED", {
      record: toDomainRecord(organization.domainToken),
    });
  const isStricter = after.requireSecondFactor && !before.requireSecondFactor;
  // The change would shut out the person who makes it.
  if (isStricter && !(await hasFactor(tx, actor.userId)))
    throw new AppError("SECOND_FACTOR_REQUIRED");
  if (keys.includes("autoJoinRooms"))
    await requireOpenRooms(tx, { ...actor, workspaceId: id }, after.autoJoinRooms);
  const now = clock.now();
  await updateSettings(tx, id, Object.fromEntries(keys.map((key) => [key, after[key]])), now);
  await recordAct(tx, actor, {
    at: now,
    kind: "settings changed",
    workspaceId: id,
    before: toFacts(before, keys),
    after: toFacts(after, keys),
  });
  if (keys.includes("messageRetentionDays"))
    await announceRetention(tx, {
      workspaceId: id,
      actorId: actor.userId,
      actorName: actor.fullName,
      before: before.messageRetentionDays,
      after: after.messageRetentionDays,
    });
  const isClosed = before.allowGuestLinks && !after.allowGuestLinks;
  const ended = isClosed ? await closeWorkspaceToGuests(tx, jobs, id) : [];
  return { settings: after, ended };
}

/** An audit holds no lists: their entries stand beside each other. */
function toFacts(
  settings: OrganizationSettings,
  keys: readonly (keyof OrganizationSettings)[],
): AuditFacts {
  return Object.fromEntries(
    keys.map((key) => {
      const value = settings[key];
      return [key, Array.isArray(value) ? value.join(" ") : value];
    }),
  );
}

type Sent = InputOf<"updateSettings">["body"];

function toChosen({ autoJoinRooms, ...sent }: Sent): Partial<OrganizationSettings> {
  const others = autoJoinRooms?.filter((slug) => slug !== GENERAL_ROOM_SLUG);
  const given = Object.entries(sent).filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries(given) as Partial<OrganizationSettings>),
    // Whoever joins comes into general in any case (rules-rooms 12).
    ...(others && { autoJoinRooms: [GENERAL_ROOM_SLUG, ...others] }),
  };
}

/** Nobody is led into a room that they could not enter by themselves: one that is not open is refused as one that is not there. */
async function requireOpenRooms(db: Db, actor: Actor, slugs: readonly string[]): Promise<void> {
  const rooms = await findRooms(db, actor, slugs);
  const openRooms = rooms.filter(
    ({ accessType, status }) => accessType === "PUBLIC" && status === "ACTIVE",
  );
  for (const room of openRooms) await noteOpened(db, room);
  const open = new Set(openRooms.map(({ askedAs }) => askedAs));
  const closed = slugs.flatMap((slug, at) => (open.has(slug) ? [] : [`autoJoinRooms.${at}`]));
  if (closed.length > 0) throw notAllowed(...closed);
}
