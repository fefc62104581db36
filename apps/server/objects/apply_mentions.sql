-- Notes the mentions of messages that were written in this transaction: one row a person who is in the room, and one without a person for
-- everybody. Nobody mentions themselves.
-- owner: messages
create or replace function apply_mentions(effects jsonb) returns void language sql as $$
  with effect as (
    select * from jsonb_to_recordset(effects) e (
      room_id uuid, message_id uuid, author_id uuid, msg_no bigint, root_id uuid, reply_no integer, extra jsonb
    )
  )
  insert into mentions (room_id, message_id, user_id, author_id, msg_no, thread_id, reply_no)
  select e.room_id, e.message_id, p.user_id, e.author_id, e.msg_no, e.root_id, e.reply_no
  from effect e
  cross join lateral jsonb_array_elements_text(e.extra -> 'userIds') named (id)
  join participants p on p.room_id = e.room_id and p.user_id = named.id::uuid and p.access_status = 'ACCEPTED'
  where p.user_id <> e.author_id
  union all
  select e.room_id, e.message_id, null, e.author_id, e.msg_no, e.root_id, e.reply_no
  from effect e where e.extra ? 'wildcard'
$$;
