-- Adds reactions or takes them back, each with the event that tells of it, where its person plainly may; in one statement, so that rooms'
-- locks are held for no round trip. It waits for no lock: a reaction whose room somebody else has locked is busy, and comes again. A
-- reaction that is neither written nor busy is left out: then the caller looks why (reactions.service.ts).
-- owner: reactions
-- needs: append_event
-- needs: note_part
-- needs: reaction_entries
-- needs: room_addresses
-- needs: room_membership
create or replace function write_reactions(
  workspaces uuid[],
  addresses text[],
  bound_rooms uuid[],
  people uuid[],
  message_ids uuid[],
  chosen text[],
  are_added boolean[],
  part integer,
  own_max integer,
  distinct_max integer,
  names_max integer
) returns json
language plpgsql as $$
declare
  room_ids uuid[];
  locked uuid[];
  turns bigint[];
  told jsonb;
  written jsonb := '[]';
begin
  -- A session that is bound to one room reaches no other.
  select array_agg(a.room_id order by i.place) into room_ids
  from unnest(workspaces, addresses, bound_rooms) with ordinality i (workspace_id, slug, bound_room, place)
  left join lateral (
    select room_id from room_addresses where workspace_id = i.workspace_id and slug = i.slug limit 1
  ) a on a.room_id = coalesce(i.bound_room, a.room_id);
  select coalesce(array_agg(free.id), '{}') into locked from (
    select r.id from rooms r where r.id = any (room_ids) for no key update skip locked
  ) free;
  -- Each reaction of a message is judged by those before it, so a message has one in each turn.
  select array_agg(n.turn order by n.place) into turns from (
    select i.place, row_number() over (partition by i.message_id order by i.place) as turn
    from unnest(message_ids) with ordinality i (message_id, place)
  ) n;
  for current_turn in 1 .. (select coalesce(max(t), 0) from unnest(turns) t) loop
    -- A statement of its own: it judges by what was committed before the locks were taken.
    with judged as materialized (
      select i.*, m.slug, m.full_name
      from unnest(room_ids, workspaces, people, message_ids, chosen, are_added, turns)
        with ordinality i (room_id, workspace_id, person, message_id, emoji, is_added, turn, place)
      -- With offset 0 each is planned by itself, so always by its key, also when the tables were small at the time.
      cross join lateral (
        select from messages k
        where k.room_id = i.room_id and k.id = i.message_id and not k.is_deleted and k.type <> 'system' offset 0
      ) k
      cross join lateral (
        select * from room_membership a where a.room_id = i.room_id and a.user_id = i.person offset 0
      ) m
      cross join lateral (
        select coalesce(bool_or(e.user_id = i.person and e.emoji = i.emoji), false) as is_own,
          coalesce(bool_or(e.emoji = i.emoji), false) as is_there,
          count(*) filter (where e.user_id = i.person) as own, count(distinct e.emoji) as distinct_emoji
        from message_reactions e where e.room_id = i.room_id and e.message_id = i.message_id
      ) c
      where i.turn = current_turn and i.room_id = any (locked)
        and m.workspace_status = 'ACTIVE' and m.room_status = 'ACTIVE' and m.access_level is not null and not m.is_cut
        and case
          when not i.is_added then c.is_own
          -- An emoji of the organization's own may be gone by now; what is there of it can be taken back.
          else not c.is_own and c.own < own_max and (c.is_there or c.distinct_emoji < distinct_max) and (
            i.emoji not like ':%'
            or exists (select from custom_emoji o where o.workspace_id = i.workspace_id and o.name = btrim(i.emoji, ':'))
          )
        end
      order by i.place
    ), noted as materialized (
      select j.*, note_part(j.room_id, j.message_id, part) as seq,
        append_event(
          j.room_id, case when j.is_added then 'reaction_added' else 'reaction_removed' end, j.person, j.message_id,
          jsonb_build_object('emoji', j.emoji)
        ) as event_seq
      from judged j
    ), added as (
      insert into message_reactions (room_id, message_id, user_id, emoji, seq)
      select n.room_id, n.message_id, n.person, n.emoji, n.seq from noted n where n.is_added
    ), taken as (
      delete from message_reactions d using noted n
      where not n.is_added and d.room_id = n.room_id and d.message_id = n.message_id and d.user_id = n.person and d.emoji = n.emoji
    )
    select jsonb_agg(jsonb_build_object(
      'place', n.place, 'roomId', n.room_id, 'messageId', n.message_id, 'seq', n.event_seq, 'slug', n.slug, 'fullName', n.full_name
    )) into told
    from noted n;
    continue when told is null;
    written := written || (
      select jsonb_agg(n.reaction || jsonb_build_object('entries', coalesce(e.entries, '[]')))
      from jsonb_array_elements(told) n (reaction)
      left join (
        select r.message_id, jsonb_agg(jsonb_build_object(
          'emoji', r.emoji, 'count', r.count, 'users', r.user_ids, 'userNames', r.user_names,
          'timestampMs', floor(extract(epoch from r.since) * 1000)
        )) as entries
        from reaction_entries(
          array(select (n ->> 'roomId')::uuid from jsonb_array_elements(told) n),
          array(select (n ->> 'messageId')::uuid from jsonb_array_elements(told) n), names_max
        ) r
        group by r.message_id
      ) e on e.message_id = (n.reaction ->> 'messageId')::uuid
    );
  end loop;
  return json_build_object(
    'written', written,
    'busy', array(
      select i.place from unnest(room_ids) with ordinality i (room_id, place)
      where i.room_id is not null and not (i.room_id = any (locked))
    )
  );
end
$$;
