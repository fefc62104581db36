-- An entry for each emoji of these messages; of a message the first names_max people are named.
-- owner: reactions
create or replace function reaction_entries(room_ids uuid[], message_ids uuid[], names_max integer)
returns table (message_id uuid, emoji text, count integer, since timestamptz, user_ids uuid[], user_names text[])
language sql stable as $$
  with entries as materialized (
    select r.message_id, r.emoji, count(*)::integer as count, min(r.created_at) as since
    from unnest(room_ids, message_ids) k (room_id, id)
    join message_reactions r on r.room_id = k.room_id and r.message_id = k.id
    group by r.message_id, r.emoji
  ), named as materialized (
    select f.message_id, f.emoji, array_agg(u.id order by f.seq) as ids, array_agg(u.full_name order by f.seq) as names
    from unnest(room_ids, message_ids) k (room_id, id)
    cross join lateral (
      select * from message_reactions r where r.room_id = k.room_id and r.message_id = k.id order by r.seq limit names_max
    ) f
    join users u on u.id = f.user_id
    group by f.message_id, f.emoji
  )
  select e.message_id, e.emoji, e.count, e.since, coalesce(n.ids, '{}'), coalesce(n.names, '{}')
  from entries e left join named n on n.message_id = e.message_id and n.emoji = e.emoji
$$;
