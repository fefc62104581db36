-- A deleted message leaves no copy: in reports nothing of deleted messages and no name of that day, and of previews none without its message's
-- bit, which leads a deletion to them (reports, previews).
update message_reports p
set copies = (
  select coalesce(jsonb_agg(
    (c.copy - 'authorName') || case
      when exists (
        select from messages m
        where m.room_id = p.room_id and m.id in ((c.copy ->> 'messageId')::uuid, p.message_id) and m.is_deleted
      ) then '{"content": null}'::jsonb
      else '{}'
    end
    order by c.place
  ), '[]')
  from jsonb_array_elements(p.copies) with ordinality c (copy, place)
  join messages own on own.room_id = p.room_id and own.id = (c.copy ->> 'messageId')::uuid
)
where copies <> '[]';

delete from message_previews p using messages m
where m.room_id = p.room_id and m.id = p.message_id and (m.is_deleted or (p.links = '{}' and p.removed = '{}'));
update messages m set parts = m.parts | 64 from message_previews p
where m.room_id = p.room_id and m.id = p.message_id and m.parts & 64 = 0;
