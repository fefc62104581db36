-- Moves the places of those for whom the server sent messages in this transaction, each to its end where nothing was unread before it
-- (rules-rooms 43). A mark as unread stays.
-- owner: participants
create or replace function apply_scheduled(effects jsonb, written_at timestamptz) returns void language plpgsql as $$
declare
  sent record;
begin
  -- One after the other: the second of two goes on where the first came to.
  for sent in
    select e.room_id, e.author_id, e.msg_no
    from jsonb_to_recordset(effects) e (room_id uuid, author_id uuid, msg_no bigint, extra jsonb)
    where e.extra ? 'isScheduled' and e.msg_no is not null
    order by e.room_id, e.msg_no
  loop
    update participants p set read_msg_no = sent.msg_no, last_read_at = written_at
    where p.room_id = sent.room_id and p.user_id = sent.author_id and p.read_msg_no = sent.msg_no - 1;
  end loop;
end
$$;
