-- Addresses by which programs write into one room, each as an author of its own (rules-notifications 26).

-- owner: incoming-webhooks
-- The secret of the address is shown once and stored hashed.
create table incoming_webhooks (
  id uuid primary key default uuidv7(),
  room_id uuid not null references rooms (id) on delete cascade,
  secret_hash bytea not null unique,
  -- The author of its messages: an account with the name of the webhook, by which nobody signs in and which is in no room.
  author_id uuid not null unique references users (id),
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  closed_at timestamptz
);
create index incoming_webhooks_room_idx on incoming_webhooks (room_id, created_at desc);
create index incoming_webhooks_maker_idx on incoming_webhooks (created_by);
