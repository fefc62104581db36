-- Takes deleted messages of a room out of what reporters have copied; of a reported one the messages before it as well. In the transaction
-- that deletes them, under the room's lock.
-- owner: reports
create or replace function forget_reported(room uuid, gone uuid[]) returns void language sql as $$
  update message_reports p
  set copies = (
    select jsonb_agg(
      case when p.message_id = any (gone) or (c.copy ->> 'messageId')::uuid = any (gone) then c.copy || '{"content": null}' else c.copy end
      order by c.place
    )
    from jsonb_array_elements(p.copies) with ordinality c (copy, place)
  )
  where p.room_id = room and p.copies <> '[]'
    and exists (select from jsonb_array_elements(p.copies) c (copy) where (c.copy ->> 'messageId')::uuid = any (gone))
$$;
