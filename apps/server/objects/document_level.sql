-- The highest level of a person on a document (rules-collab 24), null where it is not there for them: given to them, to the people of a
-- room or to the organization, by the room that it is in, or by a link that they opened, while it works. Documents below inherit, up to
-- the first that is restricted: its room counts neither for it nor for what is below it. Nobody but an active member of its workspace has
-- one. An archived room only lets read, and one that has ended gives nothing, be it the room of the document or one that was given a level.
-- owner: documents
-- needs: room_membership, workspace_membership
create or replace function document_level(document uuid, person uuid) returns access_level language sql stable as $$
  with recursive line as (
    select d.id, d.workspace_id, d.room_id, d.parent_id, d.is_restricted, 1 as depth from documents d where d.id = document
    union all
    select d.id, d.workspace_id, d.room_id, d.parent_id, d.is_restricted, l.depth + 1
    from line l join documents d on d.id = l.parent_id
    where not l.is_restricted and l.depth < 12
  ), levels as (
    select case
      when m.access_status = 'ACCEPTED' then case
        when m.room_status = 'ARCHIVED' then 'READ'
        when m.access_level = 'OWNER' then 'ADMIN'
        else m.access_level
      end
      when m.access_type = 'PUBLIC' and m.workspace_role <> 'GUEST' and not m.is_banned and not m.is_outside_domain then 'READ'
    end as level
    from line l join room_membership m on m.room_id = l.room_id and m.user_id = person
    where not exists (select from line x where x.is_restricted) and m.room_status in ('ACTIVE', 'ARCHIVED') and m.workspace_status = 'ACTIVE'
    union all
    select case when r.status = 'ARCHIVED' then 'READ' else a.level end
    from line l
    join workspace_membership w on w.workspace_id = l.workspace_id and w.user_id = person and w.status = 'ACTIVE'
    join document_access a on a.document_id = l.id
    left join rooms r on a.principal_type = 'room' and r.id = a.principal_id
    where case a.principal_type
      when 'user' then a.principal_id = person
      when 'organization' then w.role <> 'GUEST'
      else r.status in ('ACTIVE', 'ARCHIVED') and exists (
        select from participants p
        where p.room_id = a.principal_id and p.user_id = person and p.access_status = 'ACCEPTED')
    end
    union all
    select k.level
    from line l
    join workspace_membership w on w.workspace_id = l.workspace_id and w.user_id = person and w.status = 'ACTIVE'
    join document_share_links k on k.document_id = l.id and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > now())
    join document_link_openings o on o.link_id = k.id and o.user_id = person
  )
  select level::access_level from levels
  where level is not null
  order by array_position(array['OWNER', 'ADMIN', 'WRITE', 'COMMENT', 'READ'], level::text) limit 1
$$;
