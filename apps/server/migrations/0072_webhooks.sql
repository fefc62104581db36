-- Addresses that are called with the notifications of a person, or with messages in public rooms of an organization
-- (rules-notifications 25). What waits to be sent stands in the job queue alone.

-- owner: webhooks
create table webhooks (
  id uuid primary key default uuidv7(),
  -- The creator, whose notifications a webhook of their own gets.
  user_id uuid not null references users (id) on delete cascade,
  workspace_id uuid references workspaces (id) on delete cascade,
  url text not null check (char_length(url) <= 2048),
  -- Signs the calls; sealed.
  secret bytea not null,
  created_at timestamptz not null,
  -- Switched off, after calls had failed for a day.
  off_at timestamptz,
  last_at timestamptz,
  last_outcome text check (last_outcome in ('delivered', 'failed')),
  -- Null where there was no answer.
  last_status integer,
  delivered_at timestamptz
);
create index webhooks_user_idx on webhooks (user_id, created_at);
create index webhooks_workspace_idx on webhooks (workspace_id, created_at) where workspace_id is not null;

-- Nobody has asked to be told of messages of before.
insert into log_places (consumer, room_id, seq) select 'webhooks', id, last_seq from rooms where last_seq > 0;
