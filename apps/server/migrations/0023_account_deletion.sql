-- An account that is to be deleted acts nowhere until its person takes that back (rules-identity 50).

-- When it was asked for: the organizations that went with the account come back with it by this moment.
alter table users add column deleted_at timestamptz;

-- Both views of migration 0017, with such an account suspended everywhere, as a blocked one is.
create or replace view workspace_membership as
select w.id as workspace_id, u.id as user_id,
  (case when w.kind <> 'personal' then m.role when u.role = 'USER' then 'MEMBER' else u.role end)::workspace_role as role,
  (case
    when u.is_blocked or u.deletes_at is not null then 'SUSPENDED'
    when w.kind = 'personal' then 'ACTIVE'
    else m.status
  end)::member_status as status
from workspaces w
cross join users u
left join workspace_members m on m.workspace_id = w.id and m.user_id = u.id
where w.deleted_at is null and (w.kind = 'personal' or m.user_id is not null);

create or replace view room_membership as
select r.id as room_id, u.id as user_id, r.workspace_id, r.status as room_status, r.access_type, r.room_type,
  (case when w.kind <> 'personal' then m.role when u.role = 'USER' then 'MEMBER' else u.role end)::workspace_role as workspace_role,
  (case
    when w.deleted_at is not null then null
    when u.is_blocked or u.deletes_at is not null then 'SUSPENDED'
    when w.kind = 'personal' then 'ACTIVE'
    else m.status
  end)::member_status as workspace_status,
  coalesce(p.access_status, 'IDLE')::access_status as access_status,
  case when p.access_status = 'ACCEPTED' then p.access_level end as access_level,
  coalesce(p.is_banned, false) as is_banned,
  r.last_seq, r.last_msg_no, u.full_name, u.avatar_url
from rooms r
join workspaces w on w.id = r.workspace_id
cross join users u
left join workspace_members m on m.workspace_id = w.id and m.user_id = u.id and w.deleted_at is null
left join participants p on p.room_id = r.id and p.user_id = u.id;
