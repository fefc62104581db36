-- What a person keeps for later, and what they are to be reminded of (rules-messages 36, 37). Both are theirs alone.

-- owner: saved
create table saved_messages (
  user_id uuid not null references users (id) on delete cascade,
  message_id uuid not null,
  room_id uuid not null,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  status text not null default 'open' check (status in ('open', 'done')),
  note text not null default '',
  saved_at timestamptz not null,
  -- When it was saved, done, or opened again: the order of lists.
  moved_at timestamptz not null,
  primary key (user_id, message_id),
  foreign key (room_id, message_id) references messages (room_id, id) on delete cascade
);
create index saved_messages_list_idx on saved_messages (user_id, workspace_id, status, moved_at desc, message_id desc);
create index saved_messages_room_idx on saved_messages (user_id, room_id, saved_at desc, message_id desc);
-- A message that is deleted is looked up for everybody.
create index saved_messages_message_idx on saved_messages (room_id, message_id);

-- owner: saved
create table reminders (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  -- Null where it is about nothing but its note.
  message_id uuid,
  room_id uuid,
  note text not null default '',
  due_at timestamptz not null,
  repeat text check (repeat in ('daily', 'weekly')),
  -- By whose clocks it comes round, and what they show then: the hour stays when they change.
  time_zone text not null,
  clock time not null,
  foreign key (room_id, message_id) references messages (room_id, id) on delete cascade
);
create index reminders_user_idx on reminders (user_id, due_at);
create unique index reminders_message_idx on reminders (user_id, message_id) where message_id is not null;
create index reminders_of_message_idx on reminders (room_id, message_id) where message_id is not null;
create index reminders_due_idx on reminders (due_at);
