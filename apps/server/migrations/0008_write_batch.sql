-- One function writes a batch of any size (architecture.md, The way of a message; ADR 15), in place of three: it judges every send
-- inside, so that a repeated or refused one costs its neighbours nothing.

drop function send_messages(uuid[], uuid[], uuid[], text[], bytea[], text[], text[], jsonb[]);
drop function write_message(uuid, uuid, uuid, text, bytea, text, text, jsonb);
drop function write_batch(
  uuid[], integer[], uuid[], uuid[], integer[], integer[], bigint[], integer[], integer[], uuid[], text[], bytea[], text[],
  text[], jsonb[]
);

-- Writes sends and moves read positions, of any rooms and people mixed. The caller drops doubles within the batch: no two sends of
-- one (room, author, client_message_id), no two marks of one (room, user).
--
-- Four statements, each with its own snapshot: the rooms are locked in id order, then everything is judged and inserted, then the
-- rooms and the positions move, positions in (room, user) order. Locking and judging in one statement would be wrong: after
-- waiting for a lock it would judge by the snapshot from before the wait. The time is taken after the locks, so that it agrees with
-- seq, and cut to milliseconds: what is stored is what goes over the wire. Marks take no lock of a room. No lock is taken on
-- workspace_members.
--
-- Answers [time in ms, sends, moves]. A send is [place, outcome, seq, msgNo, name, picture], where the outcome is 'sent',
-- 'duplicate' (with the numbers of the first) or why not; a send whose room or author is there no more is left out. A move is
-- [place, readMsgNo, msgNo of the room]; a mark that moves nothing, or is not allowed, is left out and writes nothing.
-- owner: messages
create function write_batch(
  room_ids uuid[],
  author_ids uuid[],
  message_ids uuid[],
  client_message_ids text[],
  sent_hashes bytea[],
  contents text[],
  types text[],
  metadatas jsonb[],
  mark_rooms uuid[],
  mark_users uuid[],
  mark_numbers bigint[]
) returns json
language plpgsql as $$
declare
  written_at timestamptz;
  sends json;
  moves json;
  sent_rooms uuid[];
  sent_authors uuid[];
  sent_numbers bigint[];
  sent_count integer := 0;
begin
  if cardinality(room_ids) > 0 then
    perform from rooms r where r.id = any (room_ids) order by r.id for no key update;
  end if;
  written_at := date_trunc('milliseconds', clock_timestamp());
  if cardinality(room_ids) > 0 then
    with judged as (
      select i.*, m.last_seq, m.last_msg_no, m.full_name, m.avatar_url, e.seq as first_seq, e.msg_no as first_msg_no,
        case
          when e.sent_hash = i.sent_hash then 'duplicate'
          when e.seq is not null then 'IDEMPOTENCY_CONFLICT'
          when m.workspace_status = 'SUSPENDED' then 'ACCOUNT_BLOCKED'
          when m.room_status in ('DELETED', 'INACTIVE') then 'ROOM_NOT_FOUND'
          when m.workspace_status is distinct from 'ACTIVE' or m.access_level is null then 'NOT_SUBSCRIBED'
          when m.room_status = 'ARCHIVED' then 'ROOM_ARCHIVED'
          when m.access_level not in ('OWNER', 'ADMIN', 'WRITE') then 'MESSAGE_SEND_NOT_ALLOWED'
          else 'sent'
        end as outcome
      from unnest(room_ids, author_ids, message_ids, client_message_ids, sent_hashes, contents, types, metadatas)
        with ordinality i (room_id, author_id, id, client_message_id, sent_hash, content, type, metadata, place)
      -- With offset 0 it is planned by itself, so always by primary keys, also when the tables were small at the time.
      cross join lateral (
        select * from room_membership a where a.room_id = i.room_id and a.user_id = i.author_id offset 0
      ) m
      -- The first key from this one on, which is it or another: only messages_client_key has this order. By equality a planner
      -- without statistics takes any index that begins with the room, and reads all of its messages for every send.
      left join lateral (
        select * from (
          select k.room_id, k.author_id, k.client_message_id, k.seq, k.msg_no, k.sent_hash from messages k
          where (k.room_id, k.author_id, k.client_message_id) >= (i.room_id, i.author_id, i.client_message_id)
          order by k.room_id, k.author_id, k.client_message_id
          limit 1
        ) f
        where f.room_id = i.room_id and f.author_id = i.author_id and f.client_message_id = i.client_message_id
      ) e on true
    ), counted as (
      select j.*, count(*) filter (where j.outcome = 'sent') over (partition by j.room_id order by j.place) as n from judged j
    ), inserted as (
      insert into messages (
        room_id, seq, msg_no, id, author_id, client_message_id, sent_hash, content, type, metadata, created_at, updated_at
      )
      select c.room_id, c.last_seq + c.n, c.last_msg_no + c.n, c.id, c.author_id, c.client_message_id, c.sent_hash, c.content,
        c.type, c.metadata, written_at, written_at
      from counted c where c.outcome = 'sent'
    )
    select
      json_agg(json_build_array(
        c.place, c.outcome, coalesce(c.first_seq, c.last_seq + c.n), coalesce(c.first_msg_no, c.last_msg_no + c.n), c.full_name,
        c.avatar_url
      )),
      array_agg(c.room_id) filter (where c.outcome = 'sent'),
      array_agg(c.author_id) filter (where c.outcome = 'sent'),
      array_agg(c.last_msg_no + c.n) filter (where c.outcome = 'sent')
    into sends, sent_rooms, sent_authors, sent_numbers
    from counted c;
    sent_count := coalesce(cardinality(sent_rooms), 0);
    update rooms r
    set last_seq = r.last_seq + c.count, last_msg_no = r.last_msg_no + c.count, last_activity_at = written_at
    from (select s.id, count(*) as count from unnest(sent_rooms) s (id) group by s.id) c
    where r.id = c.id;
  end if;
  with moved as (
    update participants p
    set read_msg_no = c.msg_no, last_read_at = written_at
    from (
      select a.room_id, a.user_id, max(a.msg_no) as msg_no, max(a.place) as place
      from unnest(sent_rooms || mark_rooms, sent_authors || mark_users, sent_numbers || mark_numbers)
        with ordinality a (room_id, user_id, msg_no, place)
      group by a.room_id, a.user_id
      order by a.room_id, a.user_id
    ) c
    where p.room_id = c.room_id and p.user_id = c.user_id and p.access_status = 'ACCEPTED' and p.read_msg_no < c.msg_no
    returning c.place - sent_count as place, p.read_msg_no, p.room_id
  )
  select json_agg(json_build_array(m.place, m.read_msg_no, (select r.last_msg_no from rooms r where r.id = m.room_id)))
  into moves
  from moved m where m.place > 0;
  return json_build_array(date_part('epoch', written_at) * 1000, sends, moves);
end
$$;
