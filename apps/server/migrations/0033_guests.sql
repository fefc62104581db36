-- People who come into one room by a link, without an account of their own (rules-rooms 39, rules-identity 23, 24).

-- owner: guests
-- The code is shown once and stored hashed.
create table guest_links (
  id uuid primary key default uuidv7(),
  room_id uuid not null references rooms (id) on delete cascade,
  code_hash bytea not null unique,
  access_level text not null check (access_level in ('WRITE', 'COMMENT', 'READ')),
  max_uses integer check (max_uses > 0),
  uses integer not null default 0 check (uses <= max_uses),
  created_by uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz
);
create index guest_links_room_idx on guest_links (room_id, created_at desc);
create index guest_links_maker_idx on guest_links (created_by);

-- owner: guests
-- Who came by which link, until nobody asks any more.
create table guests (
  user_id uuid primary key references users (id) on delete cascade,
  link_id uuid not null references guest_links (id) on delete cascade,
  room_id uuid not null references rooms (id) on delete cascade,
  created_at timestamptz not null
);
create index guests_link_idx on guests (link_id);
create index guests_room_idx on guests (room_id);
create index users_guests_idx on users (id) where role = 'GUEST';

-- As in migration 0023, with link guests: each is in the workspace of their room, in Personal as well, as long as they are in that room.
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

-- As in migration 0030, with link guests: they are in the workspace by their place in the room, and by nothing else.
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
