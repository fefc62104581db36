-- May a person send these files with a message of the room? Own ones for it that no other message shows, each once.
-- owner: files
create or replace function files_usable(room uuid, author uuid, asked jsonb) returns boolean language sql stable as $$
  select count(distinct f.id) = jsonb_array_length(asked)
  from jsonb_array_elements(asked) a
  join files f on f.id = (a ->> 'fileId')::uuid
  where f.owner_id = author and f.room_id = room and f.trashed_at is null and f.status in ('ready', 'scanning')
    and not exists (select from file_references r where r.file_id = f.id)
$$;
