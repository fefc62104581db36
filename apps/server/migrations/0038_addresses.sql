-- How often rooms get another address, and which addresses nobody knows who could miss them (rules-rooms 9, 10).

alter table rooms
  -- Since when the room has its address, where nobody from outside has opened it since; null where it leads to the room for ever.
  add column fresh_slug_since timestamptz;

-- owner: rooms
-- Changes of addresses in the last day of each person.
create table room_moves (
  user_id uuid not null references users (id) on delete cascade,
  room_id uuid not null references rooms (id) on delete cascade,
  at timestamptz not null,
  -- The address that was asked for was not to be had, which tells something about another room: it counts like a room that is created.
  is_elsewhere boolean not null
);
create index room_moves_user_idx on room_moves (user_id, at);
create index room_moves_room_idx on room_moves (room_id, at);
