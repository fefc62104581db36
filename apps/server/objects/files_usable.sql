-- May a person send these files with a message of the room? Own ones for it that no other message shows, and those that a message
-- which they copy still shows, each once.
-- owner: files
create or replace function files_usable(room uuid, author uuid, asked jsonb) returns boolean language sql stable as $$
  select count(distinct f.id) = jsonb_array_length(asked)
  from jsonb_array_elements(asked) a
  join files f on f.id = (a ->> 'fileId')::uuid
  where f.trashed_at is null and f.sha256 is not null and f.status in ('ready', 'scanning')
    and case
      when a ? 'from' then exists (
        select from file_references r
        where r.room_id = (a #>> '{from,roomId}')::uuid and r.message_id = (a #>> '{from,messageId}')::uuid and r.file_id = f.id)
      else f.owner_id = author and f.room_id = room and not exists (select from file_references r where r.file_id = f.id)
    end
$$;
