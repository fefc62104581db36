-- Asking to come into a room, being invited to it, and the lists of its people (rules-rooms 14 to 16, 21 to 25).

alter table participants
  -- When somebody asked, was invited, or was answered; null for what was never any of that.
  add column status_at timestamptz,
  -- Of an invitation.
  add column invited_by uuid references users (id);

-- Who decides in a room, and who is not in it, without looking at everybody who is.
create index participants_leaders_idx on participants (room_id, user_id)
  where access_status = 'ACCEPTED' and access_level in ('OWNER', 'ADMIN');
create index participants_others_idx on participants (room_id, access_status, user_id) where access_status <> 'ACCEPTED';
-- What runs out, the oldest first.
create index participants_waiting_idx on participants (status_at) where access_status in ('INVITED', 'PENDING');

-- owner: participants
-- It goes with the place of its person.
create table access_requests (
  id uuid primary key default uuidv7(),
  room_id uuid not null,
  user_id uuid not null,
  type text not null check (type in ('JOIN_ROOM', 'UPGRADE_ACCESS', 'DOMAIN_EXCEPTION')),
  access_level text not null check (access_level in ('OWNER', 'ADMIN', 'WRITE', 'COMMENT', 'READ')),
  -- In the words of who asks; wiped when the request closes.
  message text check (char_length(message) <= 500),
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED', 'CANCELLED', 'EXPIRED')),
  -- In the words of who refused.
  reason text check (char_length(reason) <= 500),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  foreign key (room_id, user_id) references participants (room_id, user_id) on delete cascade
);
create unique index access_requests_open_idx on access_requests (room_id, user_id) where status = 'PENDING';
create index access_requests_user_idx on access_requests (user_id) where status = 'PENDING';
create index access_requests_expires_idx on access_requests (expires_at) where status = 'PENDING';
-- The queue of a room, the newest first, and what was answered last.
create index access_requests_queue_idx on access_requests (room_id, status, created_at desc, id);
create index access_requests_person_idx on access_requests (room_id, user_id, closed_at desc);
