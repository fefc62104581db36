-- One membership (architecture.md, Data): what a person is in the workspace and in the room, and what the room is, in one view
-- that every statement and every guard judges by.

create domain workspace_role as text check (value in ('OWNER', 'ADMIN', 'MEMBER', 'GUEST'));
create domain member_status as text check (value in ('ACTIVE', 'INVITED', 'SUSPENDED'));

-- owner: workspaces
-- Members of organizations. Everybody is in Personal without a row: the view derives that from the account.
create table workspace_members (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role workspace_role not null,
  status member_status not null,
  joined_at timestamptz not null default now(),
  primary key (workspace_id, user_id)
);
create index workspace_members_user_idx on workspace_members (user_id);

-- owner: workspaces
-- What concerns one person alone and takes no seq of a room (being let in, roles, blocks): numbered per workspace under its row's
-- lock, the last lock of every transaction. Processes read on from the number that they know.
create table person_changes (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  rev bigint not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, rev)
);
create index person_changes_created_idx on person_changes (created_at);
alter table workspaces rename column access_changes to last_person_rev;

-- Set for link guests alone: such a session sees this one room and nothing else (rules-identity 24).
alter table sessions add column bound_room_id uuid references rooms (id) on delete cascade;

-- A person in a workspace; no row where they are not in it. Blocking an account suspends it everywhere. An instance role is a
-- role of Personal alone.
create view workspace_membership as
select w.id as workspace_id, u.id as user_id,
  (case when w.kind <> 'personal' then m.role when u.role = 'USER' then 'MEMBER' else u.role end)::workspace_role as role,
  (case when u.is_blocked then 'SUSPENDED' when w.kind = 'personal' then 'ACTIVE' else m.status end)::member_status as status
from workspaces w
cross join users u
left join workspace_members m on m.workspace_id = w.id and m.user_id = u.id
where w.kind = 'personal' or m.user_id is not null;

-- Any person and any room, whether they have to do with each other or not. workspace_role is null for somebody from elsewhere. The
-- head of the room and the name of the person stand here so that a send is judged without reading either row again.
create view room_membership as
select r.id as room_id, u.id as user_id, r.workspace_id, r.status as room_status, r.access_type, r.room_type,
  (case when w.kind <> 'personal' then m.role when u.role = 'USER' then 'MEMBER' else u.role end)::workspace_role as workspace_role,
  (case when u.is_blocked then 'SUSPENDED' when w.kind = 'personal' then 'ACTIVE' else m.status end)::member_status
    as workspace_status,
  coalesce(p.access_status, 'IDLE')::access_status as access_status,
  case when p.access_status = 'ACCEPTED' then p.access_level end as access_level,
  coalesce(p.is_banned, false) as is_banned,
  r.last_seq, r.last_msg_no, u.full_name, u.avatar_url
from rooms r
join workspaces w on w.id = r.workspace_id
cross join users u
left join workspace_members m on m.workspace_id = w.id and m.user_id = u.id
left join participants p on p.room_id = r.id and p.user_id = u.id;
