-- Pinned messages (rules-messages 41), at most PINS_MAX a room.

-- owner: pins
create table message_pins (
  room_id uuid not null,
  message_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  -- Of the event that tells it: the order of the pins.
  seq bigint not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (room_id, message_id),
  foreign key (room_id, message_id) references messages (room_id, id) on delete cascade
);
