-- Threads and mentions (rules-messages 27 to 35).

-- owner: messages
alter table messages
  -- A reply: the message that it answers, and its number in the thread.
  add column thread_id uuid,
  add column reply_no integer,
  add column is_silent boolean not null default false;

-- owner: threads
-- One row for each message that was answered. Unread is last_reply_no less the read_reply_no of who follows it.
create table threads (
  room_id uuid not null,
  root_id uuid not null,
  last_reply_no integer not null,
  last_reply_at timestamptz not null,
  -- The first people who answered, five at most.
  repliers uuid[] not null,
  primary key (room_id, root_id),
  foreign key (room_id, root_id) references messages (room_id, id) on delete cascade
);
create index threads_latest on threads (room_id, last_reply_at desc);

-- owner: threads
-- Only who follows a thread, or said that they do not, has a row (rules-messages 29). A reference to users would let a send wait for
-- their rows; participants hold all who were ever in a room.
create table thread_follows (
  room_id uuid not null,
  root_id uuid not null,
  user_id uuid not null,
  is_following boolean not null default true,
  read_reply_no integer not null default 0,
  primary key (room_id, root_id, user_id),
  foreign key (room_id, root_id) references messages (room_id, id) on delete cascade
);
create index thread_follows_of_person on thread_follows (user_id);

-- owner: messages
-- One row for each person of the room whom a message mentions, and one without a person where it mentions everybody.
create table mentions (
  room_id uuid not null,
  message_id uuid not null,
  -- No reference, as above.
  user_id uuid,
  author_id uuid not null,
  -- Null for a reply that stands in its thread alone.
  msg_no bigint,
  thread_id uuid,
  reply_no integer,
  foreign key (room_id, message_id) references messages (room_id, id) on delete cascade
);
create index mentions_unread on mentions (room_id, user_id, msg_no);
create index mentions_of_message on mentions (room_id, message_id);
