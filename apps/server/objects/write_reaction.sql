-- For servers of the release before alone; write_reactions has its place.
-- Adds a reaction or takes it back, with the event that tells of it, where the person plainly may; one statement, so that the room's lock
-- is held for no round trip. Null where nothing is written: then the caller looks why (reactions.service.ts).
-- owner: reactions
-- needs: append_event
-- needs: note_part
-- needs: reaction_entries
-- needs: room_addresses
-- needs: room_membership
create or replace function write_reaction(
  workspace uuid,
  address text,
  bound_room uuid,
  person uuid,
  message uuid,
  chosen text,
  is_adding boolean,
  part integer,
  own_max integer,
  distinct_max integer,
  names_max integer
) returns json
language plpgsql as $$
declare
  room uuid;
  place record;
  event_seq bigint;
begin
  select a.room_id into room from room_addresses a where a.workspace_id = workspace and a.slug = address limit 1;
  -- A session that is bound to one room reaches no other.
  if room is null or room <> bound_room then
    return null;
  end if;
  perform from rooms r where r.id = room for no key update;
  -- A statement of its own: it judges by what was committed before the lock was taken.
  select m.slug, m.full_name into place
  from messages k
  cross join lateral (
    select * from room_membership a where a.room_id = room and a.user_id = person offset 0
  ) m
  where k.room_id = room and k.id = message and not k.is_deleted and k.type <> 'system'
    and m.workspace_status = 'ACTIVE' and m.room_status = 'ACTIVE' and m.access_level is not null and not m.is_cut;
  if not found then
    return null;
  end if;
  -- An emoji of the organization's own, which may be gone by now; what is there of it can be taken back.
  if is_adding and chosen like ':%'
    and not exists (select from custom_emoji c where c.workspace_id = workspace and c.name = btrim(chosen, ':')) then
    return null;
  end if;
  if is_adding then
    insert into message_reactions (room_id, message_id, user_id, emoji, seq)
    select r.id, message, person, chosen, r.last_seq + 1
    from rooms r
    cross join (
      select coalesce(bool_or(e.user_id = person and e.emoji = chosen), false) as is_own,
        coalesce(bool_or(e.emoji = chosen), false) as is_there,
        count(*) filter (where e.user_id = person) as own, count(distinct e.emoji) as distinct_emoji
      from message_reactions e where e.room_id = room and e.message_id = message
    ) c
    where r.id = room and not c.is_own and c.own < own_max and (c.is_there or c.distinct_emoji < distinct_max);
  else
    delete from message_reactions d
    where d.room_id = room and d.message_id = message and d.user_id = person and d.emoji = chosen;
  end if;
  if not found then
    return null;
  end if;
  perform note_part(room, message, part);
  event_seq := append_event(
    room, case when is_adding then 'reaction_added' else 'reaction_removed' end, person, message, jsonb_build_object('emoji', chosen)
  );
  return json_build_object(
    'roomId', room,
    'seq', event_seq,
    'slug', place.slug,
    'fullName', place.full_name,
    'entries', (
      select coalesce(json_agg(json_build_object(
        'emoji', e.emoji, 'count', e.count, 'users', e.user_ids, 'userNames', e.user_names,
        'timestampMs', floor(extract(epoch from e.since) * 1000)
      )), '[]')
      from reaction_entries(array[room], array[message], names_max) e
    )
  );
end
$$;
