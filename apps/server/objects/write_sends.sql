-- Writes the sends of one batch in one transaction and says what became of each (architecture.md, The way of a message). It waits
-- for no lock: a send whose room, or whose author's place, somebody else has locked is busy, and comes again.
-- owner: messages
create or replace function write_sends(
  room_ids uuid[],
  author_ids uuid[],
  message_ids uuid[],
  client_message_ids text[],
  sent_hashes bytea[],
  contents text[],
  types text[],
  metadatas jsonb[]
) returns json
language plpgsql as $$
declare
  locked uuid[];
  busy uuid[];
  written_at timestamptz;
  sends json;
  sent_rooms uuid[];
  sent_authors uuid[];
  sent_numbers bigint[];
begin
  select coalesce(array_agg(free.id), '{}') into locked from (
    select r.id from rooms r where r.id = any (room_ids) for no key update skip locked
  ) free;
  if cardinality(locked) < (select count(distinct i.id) from unnest(room_ids) i (id)) then
    select array_agg(r.id) into busy from rooms r where r.id = any (room_ids) and not (r.id = any (locked));
  end if;
  if cardinality(locked) = 0 and busy is not null then
    return json_build_array(0, null, busy);
  end if;
  written_at := date_trunc('milliseconds', clock_timestamp());
  -- A statement of its own: it judges by what was committed before the locks were taken.
  with judged as (
    select i.*, m.last_seq, m.last_msg_no, m.full_name, m.avatar_url, m.slug, e.seq as first_seq, e.msg_no as first_msg_no,
      case
        when e.sent_hash = i.sent_hash then 'duplicate'
        when e.seq is not null then 'IDEMPOTENCY_CONFLICT'
        when m.workspace_status = 'SUSPENDED' then 'ACCOUNT_BLOCKED'
        when m.room_status in ('DELETED', 'INACTIVE') then 'ROOM_NOT_FOUND'
        when m.workspace_status is distinct from 'ACTIVE' or m.access_level is null then 'NOT_SUBSCRIBED'
        when m.room_status = 'ARCHIVED' then 'ROOM_ARCHIVED'
        when m.access_level not in ('OWNER', 'ADMIN', 'WRITE') then 'MESSAGE_SEND_NOT_ALLOWED'
        when m.is_cut then 'DM_NOT_POSSIBLE'
        when p.user_id is null then 'busy'
        else 'sent'
      end as outcome,
      case when m.room_type <> 'channel' then (
        select json_agg(h.user_id) from participants h
        where h.room_id = i.room_id and h.access_status = 'ACCEPTED' and h.is_hidden
      ) end as shown
    from unnest(room_ids, author_ids, message_ids, client_message_ids, sent_hashes, contents, types, metadatas)
      with ordinality i (room_id, author_id, id, client_message_id, sent_hash, content, type, metadata, place)
    -- With offset 0 it is planned by itself, so always by primary keys, also when the tables were small at the time.
    cross join lateral (
      select * from room_membership a where a.room_id = i.room_id and a.user_id = i.author_id offset 0
    ) m
    left join lateral (
      select a.user_id from participants a where a.room_id = i.room_id and a.user_id = i.author_id
      for no key update skip locked
    ) p on true
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
    -- Nothing is read for rooms that somebody else has locked: their sends come again and again.
    where i.room_id = any (locked)
  ), ordered as (
    -- Behind a send that comes again nothing of its room is sent: the lock of a place may be free a moment later.
    select j.*, case
      when j.outcome = 'sent' and bool_or(j.outcome = 'busy') over (partition by j.room_id order by j.place) then 'busy'
      else j.outcome
    end as settled
    from judged j
  ), counted as (
    select o.*, count(*) filter (where o.settled = 'sent') over (partition by o.room_id order by o.place) as n from ordered o
  ), inserted as (
    insert into messages (
      room_id, seq, msg_no, id, author_id, client_message_id, sent_hash, content, type, metadata, created_at, updated_at
    )
    select c.room_id, c.last_seq + c.n, c.last_msg_no + c.n, c.id, c.author_id, c.client_message_id, c.sent_hash, c.content,
      c.type, c.metadata, written_at, written_at
    from counted c where c.settled = 'sent'
  )
  select
    json_agg(json_build_array(
      c.place, c.settled, coalesce(c.first_seq, c.last_seq + c.n), coalesce(c.first_msg_no, c.last_msg_no + c.n), c.full_name,
      c.avatar_url, c.slug, c.shown
    )),
    array_agg(c.room_id) filter (where c.settled = 'sent'),
    array_agg(c.author_id) filter (where c.settled = 'sent'),
    array_agg(c.last_msg_no + c.n) filter (where c.settled = 'sent')
  into sends, sent_rooms, sent_authors, sent_numbers
  from counted c;
  update rooms r
  set last_seq = r.last_seq + c.count, last_msg_no = r.last_msg_no + c.count, last_activity_at = written_at
  from (select s.id, count(*) as count from unnest(sent_rooms) s (id) group by s.id) c
  where r.id = c.id;
  update participants p
  set read_msg_no = greatest(p.read_msg_no, c.msg_no), last_read_at = written_at, unread_from_no = null
  from (
    select a.room_id, a.user_id, max(a.msg_no) as msg_no
    from unnest(sent_rooms, sent_authors, sent_numbers) a (room_id, user_id, msg_no)
    group by a.room_id, a.user_id
  ) c
  where p.room_id = c.room_id and p.user_id = c.user_id;
  return json_build_array(date_part('epoch', written_at) * 1000, sends, busy);
end
$$;
