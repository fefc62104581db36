-- Notifications of messages: of mentions, replies in threads that are followed, and reactions (rules-notifications 2 to 7).

alter table notifications
  -- The message that a row tells of; of several the last one.
  add column room_id uuid references rooms (id) on delete cascade,
  add column message_id uuid,
  -- Its number in the room, where it has one, and in its thread: the row is read with it.
  add column msg_no bigint,
  add column thread_id uuid,
  add column reply_no integer,
  -- Of a shared notification, which is joined into the feed of a person when that is read.
  add column shared_id uuid;

-- Joined in up to what was written before this moment; null: nothing yet.
alter table notification_feeds add column joined_at timestamptz;

-- One row for many people, however many they are: a message to everybody of a room, and an announcement (rules-notifications 4).
-- owner: notifications
create table shared_notifications (
  id uuid primary key default uuidv7(),
  type text not null,
  priority text not null check (priority in ('URGENT', 'HIGH', 'NORMAL', 'LOW')),
  -- Null: everybody of the instance.
  workspace_id uuid references workspaces (id) on delete cascade,
  -- Null: everybody of the workspace.
  room_id uuid references rooms (id) on delete cascade,
  message_id uuid,
  msg_no bigint,
  -- The people of the room who were online; null: all of it.
  audience uuid[],
  actor_id uuid references users (id) on delete set null,
  facts jsonb not null,
  created_at timestamptz not null
);
create index shared_notifications_room_idx on shared_notifications (room_id, created_at) where room_id is not null;
create index shared_notifications_wide_idx on shared_notifications (created_at) where room_id is null;
create index shared_notifications_message_idx on shared_notifications (message_id) where message_id is not null;
create index shared_notifications_workspace_idx on shared_notifications (workspace_id) where workspace_id is not null;
create index shared_notifications_actor_idx on shared_notifications (actor_id) where actor_id is not null;

alter table notification_deliveries
  drop constraint notification_deliveries_channel_check,
  drop constraint notification_deliveries_status_check,
  add constraint notification_deliveries_channel_check check (channel in ('IN_APP', 'EMAIL', 'PUSH', 'SMS', 'WEBHOOK')) not valid,
  add constraint notification_deliveries_status_check
    check (status in ('PENDING', 'SENT', 'DELIVERED', 'FAILED', 'CANCELLED')) not valid,
  -- A delivery that waits is not sent before this moment.
  add column not_before timestamptz;
alter table notification_deliveries validate constraint notification_deliveries_channel_check;
alter table notification_deliveries validate constraint notification_deliveries_status_check;

-- Nobody is told of what was said before.
insert into log_places (consumer, room_id, seq) select 'notifications', id, last_seq from rooms;
