-- Counts replies that were written in this transaction at their threads, and makes followers (rules-messages 28 to 30): the author of the
-- message that is answered, those who answer, those mentioned, and everybody of a conversation. Returns the followers that are new:
-- [workspace, room, root, person, readReplyNo, lastReplyNo].
-- owner: threads
-- needs: first_repliers
-- needs: note_threads
create or replace function apply_replies(effects jsonb, written_at timestamptz) returns json language plpgsql as $$
declare
  told json;
begin
  perform note_threads(effects);
  with effect as materialized (
    select * from jsonb_to_recordset(effects) e (
      room_id uuid, author_id uuid, root_id uuid, root_author_id uuid, reply_no integer, extra jsonb
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
    select e.room_id, e.root_id, e.author_id as user_id, e.reply_no as read_reply_no, true as is_author from effect e
    union all
    select e.room_id, e.root_id, e.root_author_id, e.reply_no - 1, false from effect e
    union all
    select e.room_id, e.root_id, named.id::uuid, e.reply_no - 1, false
    from effect e cross join lateral jsonb_array_elements_text(e.extra -> 'userIds') named (id)
    union all
    select e.room_id, e.root_id, p.user_id, e.reply_no - 1, false
    from effect e
    join rooms r on r.id = e.room_id and r.room_type in ('direct', 'group')
    join participants p on p.room_id = e.room_id
    where e.reply_no = 1
  ), grouped as (
    select w.room_id, w.root_id, w.user_id, bool_or(w.is_author) as is_author,
      coalesce(max(w.read_reply_no) filter (where w.is_author), min(w.read_reply_no)) as read_reply_no
    from wanted w
    join participants p on p.room_id = w.room_id and p.user_id = w.user_id and p.access_status = 'ACCEPTED'
    group by w.room_id, w.root_id, w.user_id
  ), followed as (
    insert into thread_follows as f (room_id, root_id, user_id, read_reply_no)
    select g.room_id, g.root_id, g.user_id, g.read_reply_no from grouped g
    order by g.user_id
    on conflict (room_id, root_id, user_id) do update set read_reply_no = case
      -- The server sent it for them, and something before it is unread.
      when f.read_reply_no + 1 < (
        select min(e.reply_no) from effect e
        where e.room_id = f.room_id and e.root_id = f.root_id and e.author_id = f.user_id
        having bool_and(e.extra ? 'isScheduled')
      ) then f.read_reply_no
      else greatest(f.read_reply_no, excluded.read_reply_no)
    end
    where f.user_id in (select e.author_id from effect e where e.room_id = f.room_id and e.root_id = f.root_id)
    returning f.room_id, f.root_id, f.user_id, f.read_reply_no, f.is_following, xmax = 0 as is_new
  )
  select json_agg(json_build_array(r.workspace_id, f.room_id, f.root_id, f.user_id, f.read_reply_no, c.last_reply_no)) into told
  from followed f
  join counted c on c.room_id = f.room_id and c.root_id = f.root_id
  join rooms r on r.id = f.room_id
  where f.is_new;
  return told;
end
$$;
