-- Direct rooms, groups and the room of one's own (rules-rooms 28 to 32), and rooms that somebody marked as unread (45).

-- Nobody gives a name to a direct room, nor to every group: those who look see the others' names.
alter domain room_title drop constraint room_title_check;
alter domain room_title add constraint room_title_check check (char_length(value) <= 80);
alter table rooms
  -- Whose room it is, where there is one of exactly these people: of two who make it at once both get the same one.
  add column people_key text,
  -- A conversation that somebody began with a stranger (DM_STRANGERS_DAY).
  add column is_to_stranger boolean not null default false;
create unique index rooms_people_idx on rooms (workspace_id, people_key) where people_key is not null;

alter table participants
  -- A hidden conversation comes back with the next message after this one, without anything being written.
  add column hidden_msg_no bigint not null default 0,
  -- Marked as unread from this message on; the read position, which others see, stays.
  add column unread_from_no bigint;

-- As in migration 0026, with whether a direct room has nobody any more whom the person may write to: a block, whoever made it, and an
-- account or a membership that rests or has ended cut it. What was said before stays.
create or replace view room_membership as
select r.id as room_id, u.id as user_id, r.workspace_id, r.status as room_status, r.access_type, r.room_type,
  (case when w.kind <> 'personal' then m.role when u.role = 'USER' then 'MEMBER' else u.role end)::workspace_role as workspace_role,
  (case
    when w.deleted_at is not null then null
    when u.is_blocked or u.deletes_at is not null then 'SUSPENDED'
    when w.kind = 'personal' then 'ACTIVE'
    else m.status
  end)::member_status as workspace_status,
  coalesce(p.access_status, 'IDLE')::access_status as access_status,
  case when p.access_status = 'ACCEPTED' then p.access_level end as access_level,
  coalesce(p.is_banned, false) as is_banned,
  r.last_seq, r.last_msg_no, u.full_name, u.avatar_url,
  r.organization_domain is not null
    and not coalesce(u.is_email_verified and split_part(u.email, '@', 2) = r.organization_domain, false) as is_outside_domain,
  r.slug,
  case when r.room_type = 'direct' then not exists (
    select from participants o join users t on t.id = o.user_id
    left join workspace_members n on n.workspace_id = w.id and n.user_id = o.user_id
    where o.room_id = r.id and o.user_id <> u.id and o.access_status = 'ACCEPTED'
      and not t.is_blocked and t.deletes_at is null and (w.kind = 'personal' or n.status = 'ACTIVE')
      and not exists (select from user_blocks b where b.blocker_id = u.id and b.blocked_id = o.user_id)
      and not exists (select from user_blocks b where b.blocker_id = o.user_id and b.blocked_id = u.id)
  ) else false end as is_cut
from rooms r
join workspaces w on w.id = r.workspace_id
cross join users u
left join workspace_members m on m.workspace_id = w.id and m.user_id = u.id and w.deleted_at is null
left join participants p on p.room_id = r.id and p.user_id = u.id;

-- As in migration 0026; a send into a direct room that is cut is refused, each send into a conversation tells who has hidden it until
-- now, and a mark or an own send takes back what was marked as unread. A server of before takes what it knows.
-- owner: messages
create or replace function write_batch(
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
        c.avatar_url, c.slug, c.shown
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
    set read_msg_no = greatest(p.read_msg_no, c.msg_no), last_read_at = written_at, unread_from_no = null
    from (
      select a.room_id, a.user_id, max(a.msg_no) as msg_no, max(a.place) as place
      from unnest(sent_rooms || mark_rooms, sent_authors || mark_users, sent_numbers || mark_numbers)
        with ordinality a (room_id, user_id, msg_no, place)
      group by a.room_id, a.user_id
      order by a.room_id, a.user_id
    ) c
    where p.room_id = c.room_id and p.user_id = c.user_id and p.access_status = 'ACCEPTED'
      and (p.read_msg_no < c.msg_no or p.unread_from_no is not null)
    returning c.place - sent_count as place, new.read_msg_no, p.room_id, old.unread_from_no is not null as was_marked
  )
  select json_agg(json_build_array(
    m.place, m.read_msg_no, (select r.last_msg_no from rooms r where r.id = m.room_id), m.was_marked
  ))
  into moves
  from moved m where m.place > 0;
  return json_build_array(date_part('epoch', written_at) * 1000, sends, moves);
end
$$;
