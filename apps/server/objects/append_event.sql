-- Appends the next event to a room's log and returns its seq; the caller holds the room's lock.
-- owner: log
-- needs: next_seq
create or replace function append_event(room uuid, event_kind text, actor uuid, message uuid, event_facts jsonb) returns bigint
language sql as $$
  insert into room_events (room_id, seq, kind, actor_id, message_id, facts)
  values (room, next_seq(room), event_kind, actor, message, event_facts)
  returning seq
$$;
