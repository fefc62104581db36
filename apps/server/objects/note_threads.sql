-- Notes on messages that are answered now, and were not before, that they have a thread: 2 is the bit of threadPart.
-- owner: messages
create or replace function note_threads(effects jsonb) returns void language sql as $$
  -- By the order of the keys: by equality a planner without statistics reads all messages of the room.
  update messages m set parts = m.parts | 2
  where m.ctid = any (array(
    select k.ctid from jsonb_to_recordset(effects) e (room_id uuid, root_id uuid, reply_no integer)
    cross join lateral (
      select f.ctid, f.id, f.parts from messages f
      where (f.room_id, f.id) >= (e.room_id, e.root_id) order by f.room_id, f.id limit 1
    ) k
    where e.reply_no = 1 and k.id = e.root_id and k.parts & 2 = 0
  ))
$$;
