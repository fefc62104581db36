-- Reactions to messages (rules-messages 23 to 25).

-- owner: reactions
create table message_reactions (
  room_id uuid not null,
  message_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  emoji text not null,
  -- Of the event that added it: the order of the people.
  seq bigint not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (room_id, message_id, user_id, emoji),
  foreign key (room_id, message_id) references messages (room_id, id) on delete cascade
);
