-- Removed and reported messages, and old ones that are deleted for good (rules-messages 19, 22, 63).

-- Of a tombstone that not the author has left.
alter table messages add column removed_by text;

-- Of the messages up to this seq only few are left, so the log is complete after it alone.
alter table rooms add column purged_seq bigint not null default 0;

-- owner: reports
-- Reports of messages, for the OWNERs and ADMINs of the room, or of the workspace where nobody but the author leads the room.
create table message_reports (
  id uuid primary key default uuidv7(),
  workspace_id uuid not null references workspaces (id) on delete cascade,
  room_id uuid not null,
  message_id uuid not null,
  -- Of the message. No reference: who decides must not be the author.
  author_id uuid not null,
  reporter_id uuid not null references users (id) on delete cascade,
  reason text not null,
  note text,
  is_for_workspace boolean not null,
  -- The message and those before it as the reporter saw them, where the deciders do not read the room; emptied when the report is closed.
  copies jsonb not null default '[]',
  status text not null default 'open' check (status in ('open', 'dismissed', 'removed')),
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid references users (id) on delete set null,
  foreign key (room_id, message_id) references messages (room_id, id) on delete cascade
);
create unique index message_reports_open_key on message_reports (message_id, reporter_id) where status = 'open';
create index message_reports_of_message_idx on message_reports (room_id, message_id);
create index message_reports_list_idx on message_reports (workspace_id, created_at desc, id desc);
create index message_reports_reporter_idx on message_reports (reporter_id);
