-- Notes on a message that it has this part, by the next event of its room, and returns the seq of that event; the caller holds the
-- room's lock.
-- owner: messages
create or replace function note_part(room uuid, message uuid, part integer) returns bigint language sql as $$
  update messages m set state_seq = r.last_seq + 1, parts = m.parts | part
  from rooms r
  where r.id = room and m.room_id = room and m.id = message
  returning m.state_seq
$$;
