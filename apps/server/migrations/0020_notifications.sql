-- What people are told beside the messages of their rooms (rules-notifications 1 to 12), what was sent of it, and why not.

-- One row a person: its lock makes the changes of a feed follow each other, and its number tells clients whether they missed one.
-- owner: notifications
create table notification_feeds (
  user_id uuid primary key references users (id) on delete cascade,
  rev bigint not null
);

-- owner: notifications
create table notifications (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  -- Whoever is not in it any more is not shown the row; null for what concerns the account.
  workspace_id uuid references workspaces (id) on delete cascade,
  -- Types grow with the features; a server shows those that it knows.
  type text not null,
  priority text not null check (priority in ('URGENT', 'HIGH', 'NORMAL', 'LOW')),
  group_key text not null,
  -- Events that it tells of.
  count integer not null default 1,
  -- Who caused them, the last first.
  actor_ids uuid[] not null check (cardinality(actor_ids) <= 3),
  -- Of the last event; their form is that of the type.
  facts jsonb not null,
  created_at timestamptz not null,
  -- When it was written last, never earlier than in the rows before.
  updated_at timestamptz not null,
  read_at timestamptz
);
create index notifications_feed_idx on notifications (user_id, updated_at desc, id desc);
-- What happens while a row is unread goes into it.
create unique index notifications_unread_idx on notifications (user_id, type, group_key) where read_at is null;

-- One try to tell one person of one event on one channel, with the reason for what came of it. A job that is done twice finds it.
-- owner: notifications
create table notification_deliveries (
  user_id uuid not null references users (id) on delete cascade,
  type text not null,
  cause text not null,
  channel text not null check (channel in ('IN_APP', 'EMAIL')),
  status text not null check (status in ('PENDING', 'SENT', 'CANCELLED')),
  reason text not null,
  notification_id uuid references notifications (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, type, cause, channel)
);
create index notification_deliveries_notification_idx on notification_deliveries (notification_id);
create index notification_deliveries_age_idx on notification_deliveries (created_at);
