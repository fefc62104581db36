-- What the batched writer needs to be fast (ADR 11, architecture.md, The way of a message). Measured on a send alone:
-- check constraints of a table are parsed from text by every statement that writes it, which took a third of the time;
-- foreign keys of messages were looked up row by row, a third of the time of a batch.

-- The same rules as domains: PostgreSQL keeps those parsed, and asks them only where a value of theirs is made.
create domain room_slug as text check (char_length(value) between 1 and 64);
create domain room_title as text check (char_length(value) between 1 and 80);
create domain room_description as text check (char_length(value) <= 500);
create domain room_type as text check (value in ('channel', 'direct', 'group', 'saved'));
create domain room_access_type as text check (value in ('PUBLIC', 'PRIVATE', 'PROTECTED'));
create domain room_status as text check (value in ('ACTIVE', 'ARCHIVED', 'DELETED', 'INACTIVE'));
create domain access_level as text check (value in ('OWNER', 'ADMIN', 'WRITE', 'COMMENT', 'READ'));
create domain access_status as text
  check (value in ('IDLE', 'ACCEPTED', 'REJECTED', 'PENDING', 'INVITED', 'REMOVED'));
create domain join_method as text check (value in ('DIRECT', 'SHARED_LINK'));
create domain message_type as text check (value in ('text', 'image', 'file', 'system', 'voice'));

alter table rooms
  drop constraint rooms_slug_check,
  drop constraint rooms_title_check,
  drop constraint rooms_description_check,
  drop constraint rooms_room_type_check,
  drop constraint rooms_access_type_check,
  drop constraint rooms_status_check,
  alter column status drop default,
  alter column slug type room_slug,
  alter column title type room_title,
  alter column description type room_description,
  alter column room_type type room_type,
  alter column access_type type room_access_type,
  alter column status type room_status,
  alter column status set default 'ACTIVE';

alter table participants
  drop constraint participants_access_level_check,
  drop constraint participants_access_status_check,
  drop constraint participants_join_method_check,
  alter column access_level type access_level,
  alter column access_status type access_status,
  alter column join_method type join_method;

alter table messages
  drop constraint messages_type_check,
  alter column type type message_type,
  drop constraint messages_room_id_fkey,
  drop constraint messages_author_id_fkey;

-- Whoever inserts a message holds the lock of its room's row and has found its author, so neither can be missing. The
-- other direction, a room or an author that goes, is kept by triggers where the foreign keys stood.

-- owner: messages
create function delete_messages_of_rooms() returns trigger language plpgsql as $$
begin
  delete from messages m using gone g where m.room_id = g.id;
  return null;
end
$$;
create trigger messages_of_deleted_rooms after delete on rooms
  referencing old table as gone for each statement execute function delete_messages_of_rooms();

-- owner: messages
create function keep_authors() returns trigger language plpgsql as $$
begin
  -- After the places of the person were taken away (triggers fire by name): that waited for sends on their way.
  if exists (select from messages m where m.author_id = old.id) then
    raise foreign_key_violation using message = 'The author of a message stays', constraint = 'messages_author_id_fkey';
  end if;
  return null;
end
$$;
create trigger authors_of_messages after delete on users for each row execute function keep_authors();

-- The two functions of the fast path take for granted that every send is allowed and new, and stop with CB001 or a
-- unique violation where one is not: nothing is written then, and send_messages (migration 0001) judges send by send.
-- Rooms are locked first, by the update that hands out their numbers; what follows are later statements with later
-- snapshots, so that permission is judged by what was committed before the lock was got. created_at is the time of the
-- room's update, which is taken anew when the row has changed while its lock was waited for: times agree with seq. It is cut
-- to milliseconds: what is stored is what goes over the wire.

-- One send. Answers [time in ms, seq, msgNo, name, picture].
-- owner: messages
create function write_message(
  in_room uuid,
  by_author uuid,
  message_id uuid,
  its_client_id text,
  its_hash bytea,
  its_content text,
  its_type text,
  its_metadata jsonb
) returns json
language plpgsql as $$
declare
  new_seq bigint;
  new_no bigint;
  written_at timestamptz;
  author_name text;
  author_avatar text;
begin
  update rooms
  set last_seq = last_seq + 1, last_msg_no = last_msg_no + 1, last_activity_at = date_trunc('milliseconds', clock_timestamp())
  where id = in_room and status = 'ACTIVE'
  returning last_seq, last_msg_no, last_activity_at into new_seq, new_no, written_at;
  if not found then
    raise exception 'a send needs judging' using errcode = 'CB001';
  end if;
  update participants p set read_msg_no = new_no, last_read_at = written_at
  from users u
  where p.room_id = in_room and p.user_id = by_author and p.access_status = 'ACCEPTED'
    and p.access_level in ('OWNER', 'ADMIN', 'WRITE') and u.id = by_author and not u.is_blocked
  returning u.full_name, u.avatar_url into author_name, author_avatar;
  if not found then
    raise exception 'a send needs judging' using errcode = 'CB001';
  end if;
  insert into messages (
    room_id, seq, msg_no, id, author_id, client_message_id, sent_hash, content, type, metadata, created_at, updated_at
  ) values (
    in_room, new_seq, new_no, message_id, by_author, its_client_id, its_hash, its_content, its_type, its_metadata,
    written_at, written_at
  );
  return json_build_array(date_part('epoch', written_at) * 1000, new_seq, new_no, author_name, author_avatar);
end
$$;

-- Sends and read positions of any rooms. Rooms come sorted by id, readers by (room, user): the lock order. A reader is
-- an author, somebody who has read up to `mark`, or both; place is that of the room of their sends, null where they
-- sent nothing. The last send of a room gets the room's new numbers, `back` says how many come after this one.
-- Answers [time in ms, time of each room, seq of each room, msgNo of each room, [number, name, picture, readMsgNo, msgNo of the room] of
-- each reader]. A mark that moves nothing, or is not allowed, is left out and writes nothing.
-- owner: messages
create function write_batch(
  room_ids uuid[],
  room_counts integer[],
  reader_rooms uuid[],
  reader_users uuid[],
  reader_places integer[],
  reader_backs integer[],
  reader_marks bigint[],
  message_readers integer[],
  message_backs integer[],
  message_ids uuid[],
  client_message_ids text[],
  sent_hashes bytea[],
  contents text[],
  types text[],
  metadatas jsonb[]
) returns json
language plpgsql as $$
declare
  times timestamptz[];
  seqs bigint[];
  numbers bigint[];
  moved_at timestamptz;
  readers json;
  author_count integer;
begin
  if cardinality(room_ids) > 0 then
    with advanced as (
      update rooms r
      set last_seq = r.last_seq + c.count, last_msg_no = r.last_msg_no + c.count,
        last_activity_at = date_trunc('milliseconds', clock_timestamp())
      from unnest(room_ids, room_counts) with ordinality c (id, count, place)
      where r.id = c.id and r.status = 'ACTIVE'
      returning c.place, r.last_activity_at, r.last_seq, r.last_msg_no
    )
    select array_agg(a.last_activity_at order by a.place), array_agg(a.last_seq order by a.place),
      array_agg(a.last_msg_no order by a.place)
    into times, seqs, numbers
    from advanced a;
    if cardinality(seqs) is distinct from cardinality(room_ids) then
      raise exception 'a send needs judging' using errcode = 'CB001';
    end if;
  end if;
  moved_at := date_trunc('milliseconds', clock_timestamp());
  with moved as (
    update participants p
    set read_msg_no = greatest(c.mark, numbers[c.place] - c.back), last_read_at = coalesce(times[c.place], moved_at)
    from unnest(reader_rooms, reader_users, reader_places, reader_backs, reader_marks)
      with ordinality c (room_id, user_id, place, back, mark, number)
      join users u on u.id = c.user_id
    where p.room_id = c.room_id and p.user_id = c.user_id and p.access_status = 'ACCEPTED'
      and p.read_msg_no < greatest(c.mark, numbers[c.place] - c.back)
      and (c.place is null or (p.access_level in ('OWNER', 'ADMIN', 'WRITE') and not u.is_blocked))
    returning c.number, c.place, u.full_name, u.avatar_url, p.read_msg_no,
      coalesce(numbers[c.place], (select r.last_msg_no from rooms r where r.id = c.room_id)) as last_msg_no
  )
  select json_agg(json_build_array(m.number, m.full_name, m.avatar_url, m.read_msg_no, m.last_msg_no)), count(m.place)
  into readers, author_count
  from moved m;
  if author_count <> cardinality(array_remove(reader_places, null)) then
    raise exception 'a send needs judging' using errcode = 'CB001';
  end if;
  if cardinality(message_ids) > 0 then
    insert into messages (
      room_id, seq, msg_no, id, author_id, client_message_id, sent_hash, content, type, metadata, created_at, updated_at
    )
    select reader_rooms[i.reader], seqs[reader_places[i.reader]] - i.back, numbers[reader_places[i.reader]] - i.back,
      i.id, reader_users[i.reader], i.client_message_id, i.sent_hash, i.content, i.type, i.metadata,
      times[reader_places[i.reader]], times[reader_places[i.reader]]
    from unnest(
      message_readers, message_backs, message_ids, client_message_ids, sent_hashes, contents, types, metadatas
    ) i (reader, back, id, client_message_id, sent_hash, content, type, metadata);
  end if;
  return json_build_array(date_part('epoch', moved_at) * 1000,
    (select json_agg(date_part('epoch', t.at) * 1000 order by t.place) from unnest(times) with ordinality t (at, place)),
    array_to_json(seqs), array_to_json(numbers), readers);
end
$$;
