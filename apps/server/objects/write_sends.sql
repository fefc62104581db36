-- Writes the sends of one batch in one transaction and says what became of each (architecture.md, The way of a message). It waits
-- for no lock: a send whose room, or whose author's place, somebody else has locked is busy, and comes again.
-- owner: messages
-- needs: apply_drafts
-- needs: apply_files
-- needs: apply_mentions
-- needs: apply_polls
-- needs: apply_replies
-- needs: apply_scheduled
-- needs: files_usable
-- needs: live_incoming_webhooks
-- needs: may_mention_all
-- needs: room_membership
-- replace: drop
create or replace function write_sends(
  room_ids uuid[],
  author_ids uuid[],
  message_ids uuid[],
  client_message_ids text[],
  sent_hashes bytea[],
  contents text[],
  types text[],
  metadatas jsonb[],
  -- Empty for a plain message; else what features add: thread, inRoom, isSilent, isScheduled, byWebhook, userIds, wildcard, poll,
  -- files, parts.
  extras jsonb[] default null
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
  read_numbers bigint[];
  sent_roots uuid[];
  sent_contents text[];
  effects jsonb;
  kinds text[];
  followers json;
begin
  -- A node of the release before names none.
  extras := coalesce(extras, array_fill('{}'::jsonb, array[cardinality(room_ids)]));
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
        when hook.author_id is null and (m.workspace_status is distinct from 'ACTIVE' or m.access_level is null) then 'NOT_SUBSCRIBED'
        when m.room_status = 'ARCHIVED' then 'ROOM_ARCHIVED'
        when m.access_level not in ('OWNER', 'ADMIN', 'WRITE')
          and not (m.access_level = 'COMMENT' and i.extra ? 'thread' and not i.extra ?| '{inRoom,poll}') then 'MESSAGE_SEND_NOT_ALLOWED'
        when m.is_cut then 'DM_NOT_POSSIBLE'
        when i.extra ? 'thread' and root.id is null then 'THREAD_ROOT_INVALID'
        when i.extra ? 'wildcard' and not may_mention_all(i.room_id, m.access_level::text) then 'WILDCARD_NOT_ALLOWED'
        when i.extra ? 'files' and not files_usable(i.room_id, i.author_id, i.extra -> 'files') then 'FILE_NOT_USABLE'
        when p.user_id is null and hook.author_id is null then 'busy'
        else 'sent'
      end as outcome,
      case when m.room_type <> 'channel' then (
        select json_agg(h.user_id) from participants h
        where h.room_id = i.room_id and h.access_status = 'ACCEPTED' and h.is_hidden
      ) end as shown,
      root.id as root_id, root.author_id as root_author_id, root.last_reply_no, not i.extra ? 'thread' or i.extra ? 'inRoom' as is_numbered
    from unnest(room_ids, author_ids, message_ids, client_message_ids, sent_hashes, contents, types, metadatas, extras)
      with ordinality i (room_id, author_id, id, client_message_id, sent_hash, content, type, metadata, extra, place)
    -- With offset 0 it is planned by itself, so always by primary keys, also when the tables were small at the time.
    cross join lateral (
      select * from room_membership a where a.room_id = i.room_id and a.user_id = i.author_id offset 0
    ) m
    left join lateral (
      select a.user_id from participants a where a.room_id = i.room_id and a.user_id = i.author_id
      for no key update skip locked
    ) p on true
    -- An author that is in no room: its webhook may write.
    left join lateral (
      select h.author_id from live_incoming_webhooks h
      where i.extra ? 'byWebhook' and h.author_id = i.author_id and h.room_id = i.room_id
    ) hook on true
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
    -- The thread of a reply: a message of the room that is no reply itself, and no line of the server.
    -- By the order of their keys, as above.
    left join lateral (
      select a.id, a.author_id, coalesce(t.last_reply_no, 0) as last_reply_no
      from (
        select f.room_id, f.id, f.thread_id from messages f
        where i.extra ? 'thread' and (f.room_id, f.id) >= (i.room_id, (i.extra ->> 'thread')::uuid)
        order by f.room_id, f.id limit 1
      ) k
      cross join lateral (
        select f.room_id, f.id, f.author_id, f.type from messages f
        where (f.room_id, f.id) >= (k.room_id, coalesce(k.thread_id, k.id))
        order by f.room_id, f.id limit 1
      ) a
      left join threads t on t.room_id = a.room_id and t.root_id = a.id
      where k.room_id = i.room_id and k.id = (i.extra ->> 'thread')::uuid and a.id = coalesce(k.thread_id, k.id)
        and a.room_id = i.room_id and a.type <> 'system'
    ) root on true
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
    select o.*, count(*) filter (where o.settled = 'sent') over in_room as n,
      case when o.is_numbered then o.last_msg_no + count(*) filter (where o.settled = 'sent' and o.is_numbered) over in_room end as msg_no,
      case when o.root_id is not null then
        o.last_reply_no + count(*) filter (where o.settled = 'sent') over (partition by o.room_id, o.root_id order by o.place)
      end as reply_no
    from ordered o
    window in_room as (partition by o.room_id order by o.place)
  ), inserted as (
    insert into messages (
      room_id, seq, msg_no, id, author_id, client_message_id, sent_hash, content, type, metadata, created_at, updated_at,
      thread_id, reply_no, is_silent, is_scheduled, parts
    )
    select c.room_id, c.last_seq + c.n, c.msg_no, c.id, c.author_id, c.client_message_id, c.sent_hash, c.content,
      c.type, c.metadata, written_at, written_at, c.root_id, c.reply_no, c.extra ? 'isSilent', c.extra ? 'isScheduled',
      coalesce((c.extra ->> 'parts')::integer, 0)
    from counted c where c.settled = 'sent'
  )
  select
    json_agg(json_build_array(
      c.place, c.settled, coalesce(c.first_seq, c.last_seq + c.n), c.msg_no, c.full_name, c.avatar_url, c.slug, c.shown,
      c.root_id, c.reply_no
    )),
    array_agg(c.room_id) filter (where c.settled = 'sent'),
    array_agg(c.author_id) filter (where c.settled = 'sent'),
    array_agg(c.msg_no) filter (where c.settled = 'sent'),
    array_agg(case when not c.extra ? 'isScheduled' then c.msg_no end) filter (where c.settled = 'sent'),
    array_agg(c.root_id) filter (where c.settled = 'sent'),
    array_agg(c.content) filter (where c.settled = 'sent'),
    jsonb_agg(jsonb_build_object(
      'room_id', c.room_id, 'message_id', c.id, 'author_id', c.author_id, 'msg_no', c.msg_no, 'root_id', c.root_id,
      'root_author_id', c.root_author_id, 'reply_no', c.reply_no, 'extra', c.extra
    )) filter (where c.settled = 'sent' and c.extra <> '{}')
  into sends, sent_rooms, sent_authors, sent_numbers, read_numbers, sent_roots, sent_contents, effects
  from counted c;
  update rooms r
  set last_seq = r.last_seq + c.count, last_msg_no = r.last_msg_no + c.numbered,
    last_activity_at = case when c.numbered > 0 then written_at else r.last_activity_at end
  from (
    select s.id, count(*) as count, count(s.msg_no) as numbered from unnest(sent_rooms, sent_numbers) s (id, msg_no) group by s.id
  ) c
  where r.id = c.id;
  update participants p
  set read_msg_no = greatest(p.read_msg_no, c.msg_no), last_read_at = written_at, unread_from_no = null
  from (
    select a.room_id, a.user_id, max(a.msg_no) as msg_no
    from unnest(sent_rooms, sent_authors, read_numbers) a (room_id, user_id, msg_no)
    where a.msg_no is not null
    group by a.room_id, a.user_id
  ) c
  where p.room_id = c.room_id and p.user_id = c.user_id;
  perform apply_drafts(sent_rooms, sent_authors, sent_roots, sent_contents);
  if effects is not null then
    -- Most batches have one kind of effect, and each function reads all of them.
    kinds := array(select distinct jsonb_object_keys(e -> 'extra') from jsonb_array_elements(effects) e);
    if kinds && array['userIds', 'wildcard'] then
      perform apply_mentions(effects);
    end if;
    if 'poll' = any (kinds) then
      perform apply_polls(effects);
    end if;
    if 'files' = any (kinds) then
      perform apply_files(effects);
    end if;
    if 'isScheduled' = any (kinds) then
      perform apply_scheduled(effects, written_at);
    end if;
    if 'thread' = any (kinds) then
      followers := apply_replies(effects, written_at);
    end if;
  end if;
  return json_build_array(date_part('epoch', written_at) * 1000, sends, busy, followers);
end
$$;
