-- All documents of a workspace that are there for a person, each with the level that document_level gives. For lists: begins with what was
-- given and goes down, so that the work is by what the person may read and not by what there is.
-- owner: documents
-- needs: room_membership, workspace_membership
create or replace function readable_documents(person uuid, workspace uuid) returns table (document_id uuid, level access_level)
language sql stable as $$
  with recursive given as (
    select d.id, case
      when m.access_status <> 'ACCEPTED' or m.room_status = 'ARCHIVED' then 'READ'
      when m.access_level = 'OWNER' then 'ADMIN'
      else m.access_level::text
    end as level
    from room_membership m
    join documents d on d.room_id = m.room_id and d.parent_id is null and not d.is_restricted
    where m.user_id = person and m.workspace_id = workspace
      and m.room_status in ('ACTIVE', 'ARCHIVED') and m.workspace_status = 'ACTIVE'
      and (m.access_status = 'ACCEPTED'
        or m.access_type = 'PUBLIC' and m.workspace_role <> 'GUEST' and not m.is_banned and not m.is_outside_domain)
    union all
    select a.document_id, case when r.status = 'ARCHIVED' then 'READ' else a.level::text end
    from workspace_membership w
    join (
      select 'user' as type, person as id
      union all
      select 'organization', workspace
      union all
      select 'room', p.room_id from participants p where p.user_id = person and p.access_status = 'ACCEPTED'
    ) mine on mine.type <> 'organization' or w.role <> 'GUEST'
    join document_access a on a.principal_id = mine.id and a.principal_type = mine.type
    left join rooms r on a.principal_type = 'room' and r.id = a.principal_id
    where w.workspace_id = workspace and w.user_id = person and w.status = 'ACTIVE'
      and (a.principal_type <> 'room' or r.status in ('ACTIVE', 'ARCHIVED'))
    union all
    select k.document_id, k.level::text
    from workspace_membership w
    join document_link_openings o on o.user_id = person
    join document_share_links k on k.id = o.link_id and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
    where w.workspace_id = workspace and w.user_id = person and w.status = 'ACTIVE'
  ), tree as (
    select g.id, g.level from given g join documents d on d.id = g.id and d.workspace_id = workspace
    union
    select d.id, t.level from tree t join documents d on d.parent_id = t.id and not d.is_restricted
  )
  select id, (array['OWNER', 'ADMIN', 'WRITE', 'COMMENT', 'READ'])[
    min(array_position(array['OWNER', 'ADMIN', 'WRITE', 'COMMENT', 'READ'], tree.level))]::access_level
  from tree where tree.level is not null group by id
$$;
