-- Makes the polls of messages that were written in this transaction.
-- owner: polls
create or replace function apply_polls(effects jsonb) returns void language sql as $$
  insert into polls (room_id, message_id, options, is_multiple, is_anonymous, closes_at)
  select e.room_id, e.message_id, array(select o.text from jsonb_array_elements_text(p.options) with ordinality o (text, place) order by o.place),
    p.multiple, p.anonymous, p."closesAt"
  from jsonb_to_recordset(effects) e (room_id uuid, message_id uuid, extra jsonb)
  cross join lateral jsonb_to_record(e.extra -> 'poll') p (options jsonb, multiple boolean, anonymous boolean, "closesAt" timestamptz)
  where e.extra ? 'poll'
$$;
