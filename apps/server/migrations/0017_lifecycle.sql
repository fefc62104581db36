-- A fresh proof of who holds a session (rules-identity 29, 30), and organizations that are deleted and may come back (56).

-- owner: auth
-- The elevation that the session has now; a newer one takes its place.
alter table sessions
  add column elevation_hash bytea,
  add column elevated_until timestamptz;

-- A room that is purged looks for sessions that are bound to it.
create index sessions_bound_room_idx on sessions (bound_room_id) where bound_room_id is not null;

-- owner: auth
-- The session that the code elevates; null for one that signs in.
alter table otp_challenges add column session_id uuid;
create index otp_challenges_session_idx on otp_challenges (session_id) where consumed_at is null and session_id is not null;

-- owner: workspaces
-- Set: nobody is in it any more, as both views below tell every door. Who was in it stays in workspace_members, so that it can be
-- given back.
alter table workspaces add column deleted_at timestamptz;
create index workspaces_deleted_idx on workspaces (deleted_at) where deleted_at is not null;

-- Both views of migration 0006, without those who are in a deleted organization.
create or replace view workspace_membership as
select w.id as workspace_id, u.id as user_id,
  (case when w.kind <> 'personal' then m.role when u.role = 'USER' then 'MEMBER' else u.role end)::workspace_role as role,
  (case when u.is_blocked then 'SUSPENDED' when w.kind = 'personal' then 'ACTIVE' else m.status end)::member_status as status
from workspaces w
cross join users u
left join workspace_members m on m.workspace_id = w.id and m.user_id = u.id
where w.deleted_at is null and (w.kind = 'personal' or m.user_id is not null);

create or replace view room_membership as
select r.id as room_id, u.id as user_id, r.workspace_id, r.status as room_status, r.access_type, r.room_type,
  (case when w.kind <> 'personal' then m.role when u.role = 'USER' then 'MEMBER' else u.role end)::workspace_role as workspace_role,
  (case
    when w.deleted_at is not null then null
    when u.is_blocked then 'SUSPENDED'
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
