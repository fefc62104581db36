-- Messages that were written for later. A row goes once its message is in the room.

-- owner: scheduled
create table scheduled_messages (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  -- Null once the room is gone: the message fails at its time, and its author hears of it.
  room_id uuid references rooms (id) on delete set null,
  client_message_id text not null,
  content text not null,
  type message_type not null,
  metadata jsonb not null,
  send_at timestamptz not null,
  -- sending: since claimed_at a server is at it; where that is long ago, the server has ended, and another one goes on.
  state text not null check (state in ('open', 'sending', 'failed')),
  claimed_at timestamptz,
  -- Code of the refusal.
  failure text,
  constraint scheduled_messages_client_key unique (user_id, client_message_id)
);
create index scheduled_messages_due_idx on scheduled_messages (send_at) where state <> 'failed';
create index scheduled_messages_workspace_idx on scheduled_messages (workspace_id);
create index scheduled_messages_room_idx on scheduled_messages (room_id);
