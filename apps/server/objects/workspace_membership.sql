-- Who is in a workspace, and as what. Link guests are in the workspace of their room, in Personal as well, as long as they are in that
-- room. Nobody is in a deleted one.
create or replace view workspace_membership as
select w.id as workspace_id, u.id as user_id,
  (case when u.role = 'GUEST' then 'GUEST' when w.kind <> 'personal' then m.role when u.role = 'USER' then 'MEMBER' else u.role end)::workspace_role
    as role,
  (case
    when u.is_blocked or u.deletes_at is not null then 'SUSPENDED'
    when w.kind = 'personal' or u.role = 'GUEST' then 'ACTIVE'
    else m.status
  end)::member_status as status
from workspaces w
cross join users u
left join workspace_members m on m.workspace_id = w.id and m.user_id = u.id
where w.deleted_at is null and case
  when u.role = 'GUEST' then exists (
    select from participants p join rooms r on r.id = p.room_id
    where p.user_id = u.id and p.access_status = 'ACCEPTED' and r.workspace_id = w.id)
  else w.kind = 'personal' or m.user_id is not null
end;
