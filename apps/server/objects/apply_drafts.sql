-- Ends the drafts whose text is in a message that was written in this transaction: it is sent. A draft that says something else stays, and
-- so does the other text of a place: nothing is lost. It waits for no lock; a draft that is being changed is ended by its device.
-- owner: drafts
create or replace function apply_drafts(room_ids uuid[], author_ids uuid[], root_ids uuid[], contents text[]) returns void
language sql as $$
  with sent as (
    select d.ctid as place, d.other
    from unnest(room_ids, author_ids, root_ids, contents) s (room_id, author_id, root_id, content)
    cross join lateral (
      select a.ctid, a.other from drafts a
      where a.user_id = s.author_id and a.room_id = s.room_id and a.thread_id is not distinct from s.root_id
        and starts_with(s.content, btrim(a.content, E' \t\r\n'))
      for update skip locked
    ) d
  ), ended as (
    delete from drafts where ctid in (select place from sent where other is null)
  )
  update drafts set content = '', version = nextval('draft_versions')
  where ctid in (select place from sent where other is not null)
$$;
