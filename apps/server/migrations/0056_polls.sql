-- Polls (rules-messages 44, 45): the question is the message.

-- owner: polls
create table polls (
  room_id uuid not null,
  message_id uuid not null,
  options text[] not null,
  is_multiple boolean not null,
  is_anonymous boolean not null,
  -- When it closes, or closed.
  closes_at timestamptz,
  is_closed boolean not null default false,
  -- Grows with each change.
  version bigint not null default 0,
  -- When the room was told of votes last, and when it is to be told of those since; null where there are none.
  told_at timestamptz,
  tell_at timestamptz,
  primary key (room_id, message_id),
  foreign key (room_id, message_id) references messages (room_id, id) on delete cascade
);
create index polls_closing_idx on polls (closes_at) where not is_closed and closes_at is not null;
create index polls_telling_idx on polls (tell_at) where tell_at is not null;

-- owner: polls
create table poll_votes (
  room_id uuid not null,
  message_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  -- The place of the option, from 1 on.
  option smallint not null,
  -- Of the poll, by this vote: the order of the people.
  version bigint not null,
  primary key (room_id, message_id, user_id, option),
  foreign key (room_id, message_id) references polls on delete cascade
);
