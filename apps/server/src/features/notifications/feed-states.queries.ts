import type { UserId } from "@colbin/protocol";
import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

/** An act of a person on one notification. */
export type StateChange =
  | { readonly kind: "read" | "unread" | "done" | "undone" | "unsnooze" }
  | { readonly kind: "snooze"; readonly until: Date };

/** A new state: what is written, where it is not so already. */
interface NewState {
  readonly set: RawBuilder<unknown>;
  readonly unless: RawBuilder<unknown>;
}

/** A row that becomes unread again beside another unread one of its group stands for itself from then on. */
const ownGroup = sql`group_key = case when n.read_at is not null and exists (
  select 1 from notifications o
  where o.user_id = n.user_id and o.type = n.type and o.group_key = n.group_key and o.read_at is null
) then n.group_key || ' ' || n.id else n.group_key end`;

const states: {
  readonly [K in StateChange["kind"]]: (
    change: Extract<StateChange, { readonly kind: K }>,
    now: Date,
  ) => NewState;
} = {
  read: (_, now) => ({
    set: sql`read_at = ${now}, snoozed_until = null`,
    unless: sql`n.read_at is not null`,
  }),
  unread: () => ({
    set: sql`read_at = null, done_at = null, ${ownGroup}`,
    unless: sql`n.read_at is null`,
  }),
  // At the same moment: so it is known what marked it as read.
  done: (_, now) => ({
    set: sql`done_at = ${now}, read_at = coalesce(n.read_at, ${now}), snoozed_until = null`,
    unless: sql`n.done_at is not null`,
  }),
  undone: () => ({
    set: sql`done_at = null, read_at = nullif(n.read_at, n.done_at), ${ownGroup}`,
    unless: sql`n.done_at is null`,
  }),
  snooze: ({ until }) => ({
    set: sql`snoozed_until = ${until}, read_at = null, done_at = null, ${ownGroup}`,
    unless: sql`n.snoozed_until is not distinct from ${until}::timestamptz`,
  }),
  unsnooze: () => ({ set: sql`snoozed_until = null`, unless: sql`n.snoozed_until is null` }),
};

/** False where the row is so already. The caller holds the feed. */
export async function updateState<K extends StateChange["kind"]>(
  tx: Tx,
  { userId, id }: { readonly userId: UserId; readonly id: string },
  change: Extract<StateChange, { readonly kind: K }> & { readonly kind: K },
  now: Date,
): Promise<boolean> {
  const { set, unless } = states[change.kind](change, now);
  const { rows } = await sql`
    update notifications n set ${set}
    where n.user_id = ${userId} and n.id = ${id} and not (${unless}) returning 1`.execute(tx);
  return rows.length > 0;
}

/** Brings a row back that was snoozed until this moment, as new as that; false where it is snoozed no more, or until another one. */
export async function updateAwake(
  tx: Tx,
  { userId, id, until }: { readonly userId: UserId; readonly id: string; readonly until: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update notifications set updated_at = greatest(updated_at, snoozed_until), snoozed_until = null
    where user_id = ${userId} and id = ${id} and snoozed_until = ${until} returning 1`.execute(tx);
  return rows.length > 0;
}

/** Deletes so many rows beyond the limit of a person, the oldest read ones first; answers how many. */
export async function deleteSurplus(db: Db, max: number, portion: number): Promise<number> {
  const { rows } = await sql`
    with full_feeds as (
      select user_id, count(*) - ${max} as surplus from notifications group by user_id having count(*) > ${max}
    ), surplus as (
      select n.id from full_feeds f cross join lateral (
        select id from notifications where user_id = f.user_id
        order by read_at is null, updated_at, id limit f.surplus
      ) n limit ${portion}
    )
    delete from notifications n using surplus where n.id = surplus.id returning 1`.execute(db);
  return rows.length;
}
