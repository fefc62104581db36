-- Counts replies that were written in this transaction at their threads, and makes followers (rules-messages 28 to 30): the author of the
-- message that is answered, those who answer, those mentioned, and everybody of a conversation. A mention of a person makes them a follower
-- again who had left the thread. Returns those who follow from now on: [workspace, room, root, person, readReplyNo, lastReplyNo, mentionNos].
-- owner: threads
-- needs: first_repliers
-- needs: note_threads
-- needs: unread_mentions
create or replace function apply_replies(effects jsonb, written_at timestamptz) returns json language plpgsql as $$
declare
  told json;
begin
  perform note_threads(effects);
  with effect as materialized (
    select e.*, e.msg_no is null and e.extra ? 'wildcard' as calls_all
    from jsonb_to_recordset(effects) e (
      room_id uuid, author_id uuid, root_id uuid, root_author_id uuid, msg_no bigint, reply_no integer, extra jsonb
    ) where e.root_id is not null
  ), counted as (
    select e.room_id, e.root_id, max(e.reply_no) as last_reply_no, array_agg(e.author_id order by e.reply_no) as authors
    from effect e group by e.room_id, e.root_id
  ), summed as (
    insert into threads as t (room_id, root_id, last_reply_no, last_reply_at, repliers)
    select c.room_id, c.root_id, c.last_reply_no, written_at, first_repliers('{}', c.authors) from counted c
    on conflict (room_id, root_id) do update set
      last_reply_no = excluded.last_reply_no, last_reply_at = excluded.last_reply_at,
      repliers = first_repliers(t.repliers, excluded.repliers)
  ), wanted as (
    select e.room_id, e.root_id, e.author_id as user_id, e.reply_no as read_reply_no, true as is_author, false as is_named,
      null::integer as mention_no, e.extra ? 'isScheduled' as is_scheduled
    from effect e
    union all
    select e.room_id, e.root_id, e.root_author_id, e.reply_no - 1, false, false, null, null from effect e
    union all
    -- A reply that stands in the room as well is counted there.
    select e.room_id, e.root_id, named.id::uuid, e.reply_no - 1, false, true, case when e.msg_no is null then e.reply_no end, null
    from effect e cross join lateral jsonb_array_elements_text(e.extra -> 'userIds') named (id)
    where named.id::uuid <> e.author_id
    union all
    select e.room_id, e.root_id, p.user_id, e.reply_no - 1, false, false, null, null
    from effect e
    join rooms r on r.id = e.room_id and r.room_type in ('direct', 'group')
    join participants p on p.room_id = e.room_id
    where e.reply_no = 1
    union all
    -- Of everybody those who follow: a row for each person of a large room would cost as many writes.
    select e.room_id, e.root_id, f.user_id, e.reply_no - 1, false, false, null, null
    from effect e join thread_follows f on f.room_id = e.room_id and f.root_id = e.root_id and f.is_following
    where e.calls_all
  ), grouped as (
    select w.room_id, w.root_id, w.user_id, bool_or(w.is_author) as is_author, bool_or(w.is_named) as is_named,
      coalesce(max(w.read_reply_no) filter (where w.is_author), min(w.read_reply_no)) as read_reply_no,
      -- The first reply of a person for whom the server sent all that they wrote here.
      case when bool_and(w.is_scheduled) filter (where w.is_author) then min(w.read_reply_no) filter (where w.is_author) end as scheduled_no,
      coalesce(array_agg(w.mention_no) filter (where w.mention_no is not null), '{}') || array(
        select e.reply_no from effect e
        where e.calls_all and e.room_id = w.room_id and e.root_id = w.root_id and e.author_id <> w.user_id
      ) as mention_nos
    from wanted w
    join participants p on p.room_id = w.room_id and p.user_id = w.user_id and p.access_status = 'ACCEPTED'
    group by w.room_id, w.root_id, w.user_id
  ), followed as (
    insert into thread_follows as f (room_id, root_id, user_id, read_reply_no, mention_nos)
    select g.room_id, g.root_id, g.user_id, g.read_reply_no, unread_mentions(g.mention_nos, g.read_reply_no) from grouped g
    -- In the order in which a person reads many threads at once.
    order by g.user_id, g.room_id, g.root_id
    on conflict (room_id, root_id, user_id) do update set (is_following, read_reply_no, mention_nos) = (
      select f.is_following or g.is_named, n.read_no,
        case when f.is_following or g.is_named then unread_mentions(f.mention_nos || g.mention_nos, n.read_no) else '{}' end
      from grouped g cross join lateral (
        select case
          -- The server sent it for them, and something before it is unread.
          when f.read_reply_no + 1 < g.scheduled_no then f.read_reply_no
          when g.is_author or not f.is_following then greatest(f.read_reply_no, g.read_reply_no)
          else f.read_reply_no
        end as read_no
      ) n
      where g.room_id = f.room_id and g.root_id = f.root_id and g.user_id = f.user_id
    )
    where exists (
      select from grouped g
      where g.room_id = f.room_id and g.root_id = f.root_id and g.user_id = f.user_id
        and (g.is_author or g.is_named or (f.is_following and g.mention_nos <> '{}'))
    )
    returning f.room_id, f.root_id, f.user_id, f.read_reply_no, f.mention_nos,
      f.is_following and old.is_following is distinct from true as is_new
  )
  select json_agg(json_build_array(
    r.workspace_id, f.room_id, f.root_id, f.user_id, f.read_reply_no, c.last_reply_no, f.mention_nos
  )) into told
  from followed f
  join counted c on c.room_id = f.room_id and c.root_id = f.root_id
  join rooms r on r.id = f.room_id
  where f.is_new;
  return told;
end
$$;
