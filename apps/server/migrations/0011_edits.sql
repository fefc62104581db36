-- Edited and deleted messages (rules-messages 14 to 20).

-- The text of a message has this number; the ones before it are in message_revisions.
-- owner: messages
alter table messages add column revision integer not null default 1;

-- owner: messages
-- What a message said before it was edited, and what a deleted one said last: from the deletion on nobody reads it through the
-- product, and it is purged later.
create table message_revisions (
  room_id uuid not null,
  message_id uuid not null,
  n integer not null,
  content text not null,
  metadata jsonb not null,
  written_at timestamptz not null,
  -- Null while the message is not deleted.
  purge_at timestamptz,
  primary key (room_id, message_id, n),
  foreign key (room_id, message_id) references messages (room_id, id) on delete cascade
);
create index message_revisions_purge_idx on message_revisions (purge_at) where purge_at is not null;
