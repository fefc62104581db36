import type {
  Preferences,
  QuietHoursMode,
  QuietRange,
  RoomId,
  UserId,
  WorkspaceId,
} from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { ChannelChoices } from "./channels.rules.ts";
import type { QuietDays } from "./quiet-hours.rules.ts";

/** The choices of a person, with their preferences. */
export interface SettingsRow {
  readonly userId: UserId;
  readonly preferences: Partial<Preferences>;
  readonly channels: ChannelChoices;
  readonly mutedWorkspaces: readonly WorkspaceId[];
  readonly mode: QuietHoursMode;
  readonly range: QuietRange | null;
  readonly days: QuietDays | null;
  /** Of the device where the hours were chosen. */
  readonly timeZone: string | null;
  readonly pausedUntil: Date | null;
}

const columns = sql`
  u.id as "userId", u.preferences, coalesce(s.channels, '{}') as channels,
  coalesce(s.muted_workspaces, '{}') as "mutedWorkspaces", coalesce(s.quiet_mode, 'OFF') as mode,
  s.quiet_range as range, s.quiet_days as days, s.time_zone as "timeZone", s.paused_until as "pausedUntil"`;

/** Of these people, as far as they exist. */
export async function listSettings(db: Db, userIds: readonly UserId[]): Promise<SettingsRow[]> {
  const { rows } = await sql<SettingsRow>`
    select ${columns} from users u left join notification_settings s on s.user_id = u.id
    where u.id = any(${userIds}::uuid[])`.execute(db);
  return rows;
}

/** Of one person; locked until the transaction ends, also before they have chosen anything. */
export async function findSettingsForChange(
  tx: Tx,
  userId: UserId,
): Promise<SettingsRow | undefined> {
  await sql`insert into notification_settings (user_id) values (${userId}) on conflict do nothing`.execute(
    tx,
  );
  const { rows } = await sql<SettingsRow>`
    select ${columns} from users u join notification_settings s on s.user_id = u.id
    where u.id = ${userId} for update of s`.execute(tx);
  return rows[0];
}

export async function updateChannels(
  tx: Tx,
  userId: UserId,
  channels: ChannelChoices,
  mutedWorkspaces: readonly WorkspaceId[],
): Promise<void> {
  await sql`
    update notification_settings set channels = ${JSON.stringify(channels)}::jsonb,
      muted_workspaces = ${mutedWorkspaces}::uuid[] where user_id = ${userId}`.execute(tx);
}

export interface NewQuietHours extends Pick<SettingsRow, "mode"> {
  readonly range: QuietRange;
  readonly days: QuietDays;
  readonly timeZone: string;
}

export async function updateQuiet(
  tx: Tx,
  userId: UserId,
  { mode, range, days, timeZone }: NewQuietHours,
): Promise<void> {
  await sql`
    update notification_settings set quiet_mode = ${mode}, quiet_range = ${JSON.stringify(range)}::jsonb,
      quiet_days = ${JSON.stringify(days)}::jsonb, time_zone = ${timeZone} where user_id = ${userId}`.execute(
    tx,
  );
}

export async function updatePause(tx: Tx, userId: UserId, until: Date | null): Promise<void> {
  await sql`update notification_settings set paused_until = ${until} where user_id = ${userId}`.execute(
    tx,
  );
}

/** These workspaces as far as a person is in them, suspended or not. */
export async function listOwnWorkspaces(
  db: Db,
  userId: UserId,
  workspaceIds: readonly WorkspaceId[],
): Promise<WorkspaceId[]> {
  const { rows } = await sql<{ id: WorkspaceId }>`
    select workspace_id as id from workspace_membership
    where user_id = ${userId} and workspace_id = any(${workspaceIds}::uuid[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** The other person of a direct room, unless there is a block between the two or they do not show when they are quiet. */
export async function findOpenPeer(
  db: Db,
  roomId: RoomId,
  userId: UserId,
): Promise<UserId | undefined> {
  const { rows } = await sql<{ userId: UserId }>`
    select u.id as "userId" from rooms r
    join participants p on p.room_id = r.id and p.user_id <> ${userId} and p.access_status = 'ACCEPTED'
    join users u on u.id = p.user_id
    where r.id = ${roomId} and r.room_type = 'direct' and not u.is_blocked and u.deletes_at is null
      and coalesce((u.preferences ->> 'shareQuietHours')::boolean, true)
      and not exists (
        select from user_blocks b
        where (b.blocker_id, b.blocked_id) in ((u.id, ${userId}::uuid), (${userId}::uuid, u.id)))
    limit 1`.execute(db);
  return rows[0]?.userId;
}

export async function deleteSettings(tx: Tx, userId: UserId): Promise<void> {
  await sql`delete from notification_settings where user_id = ${userId}`.execute(tx);
}
