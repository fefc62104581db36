-- Hands out the next seq of a room's log; the caller holds the room's lock.
-- owner: rooms
create or replace function next_seq(room uuid) returns bigint language sql as $$
  update rooms set last_seq = last_seq + 1 where id = room returning last_seq
$$;
