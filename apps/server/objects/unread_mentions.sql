-- Of these numbers of replies that mention somebody those behind the last one that they have read, each once: the newest 100, which is
-- THREAD_MENTIONS_MAX, as badges count no further.
-- owner: threads
create or replace function unread_mentions(numbers integer[], read_no integer) returns integer[] language sql immutable as $$
  select coalesce(array_agg(n.no order by n.no), '{}') from (
    select distinct no from unnest(numbers) u (no) where no > read_no order by no desc limit 100
  ) n
$$;
