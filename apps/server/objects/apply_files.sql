-- Notes which messages that were written in this transaction show which files.
-- owner: files
create or replace function apply_files(effects jsonb) returns void language sql as $$
  insert into file_references (room_id, message_id, place, file_id, alt)
  select e.room_id, e.message_id, f.place, (f.file ->> 'fileId')::uuid, coalesce(f.file ->> 'alt', '')
  from jsonb_to_recordset(effects) e (room_id uuid, message_id uuid, extra jsonb)
  cross join lateral jsonb_array_elements(e.extra -> 'files') with ordinality f (file, place)
  where e.extra ? 'files'
$$;
