-- Invitations that name somebody: by address, or an account (rules-identity 65, 66).

alter table invitations
  -- The account that a DIRECT one is for.
  add column invitee_id uuid references users (id) on delete cascade,
  add column department text check (char_length(department) between 1 and 80);
-- One at a time for each account; also by whom it is found.
create unique index invitations_invitee_key on invitations (invitee_id, workspace_id) where status = 'PENDING';
create index invitations_email_idx on invitations (email, workspace_id) where status = 'PENDING';
create index invitations_expires_idx on invitations (expires_at) where status = 'PENDING';

-- owner: invitations
-- Rooms that whoever accepts comes into, beside general.
create table invitation_rooms (
  invitation_id uuid not null references invitations (id) on delete cascade,
  room_id uuid not null references rooms (id) on delete cascade,
  primary key (invitation_id, room_id)
);
create index invitation_rooms_room_idx on invitation_rooms (room_id);
