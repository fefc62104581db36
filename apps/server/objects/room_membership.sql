-- By what a person is judged in a room, whether they are in it or not. Link guests are in the workspace by their place in the room, and by
-- nothing else. is_cut: a direct room has nobody any more whom the person may write to; a block, whoever made it, and an account or a
-- membership that rests or has ended cut it. What was said before stays.
create or replace view room_membership as
select r.id as room_id, u.id as user_id, r.workspace_id, r.status as room_status, r.access_type, r.room_type,
  (case
    when u.role = 'GUEST' then case when p.access_status = 'ACCEPTED' then 'GUEST' end
    when w.kind <> 'personal' then m.role
    when u.role = 'USER' then 'MEMBER'
    else u.role
  end)::workspace_role as workspace_role,
  (case
    when w.deleted_at is not null then null
    when u.role = 'GUEST' and p.access_status is distinct from 'ACCEPTED' then null
    when u.is_blocked or u.deletes_at is not null then 'SUSPENDED'
    when w.kind = 'personal' or u.role = 'GUEST' then 'ACTIVE'
    else m.status
  end)::member_status as workspace_status,
  coalesce(p.access_status, 'IDLE')::access_status as access_status,
  case when p.access_status = 'ACCEPTED' then p.access_level end as access_level,
  coalesce(p.is_banned, false) as is_banned,
  r.last_seq, r.last_msg_no, u.full_name, u.avatar_url,
  r.organization_domain is not null
    and not coalesce(u.is_email_verified and split_part(u.email, '@', 2) = r.organization_domain, false) as is_outside_domain,
  r.slug,
  case when r.room_type = 'direct' then not exists (
    select from participants o join users t on t.id = o.user_id
    left join workspace_members n on n.workspace_id = w.id and n.user_id = o.user_id
    where o.room_id = r.id and o.user_id <> u.id and o.access_status = 'ACCEPTED'
      and not t.is_blocked and t.deletes_at is null and (w.kind = 'personal' or n.status = 'ACTIVE')
      and not exists (select from user_blocks b where b.blocker_id = u.id and b.blocked_id = o.user_id)
      and not exists (select from user_blocks b where b.blocker_id = o.user_id and b.blocked_id = u.id)
  ) else false end as is_cut
from rooms r
join workspaces w on w.id = r.workspace_id
cross join users u
left join workspace_members m on m.workspace_id = w.id and m.user_id = u.id and w.deleted_at is null
left join participants p on p.room_id = r.id and p.user_id = u.id;
