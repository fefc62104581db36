-- Marks a message as one with this part, without an event: nothing that it shows changes. The caller holds the room's lock.
-- owner: messages
create or replace function mark_part(room uuid, message uuid, part integer) returns void language sql as $$
  update messages m set parts = m.parts | part
  where m.room_id = room and m.id = message and m.parts & part = 0
$$;
