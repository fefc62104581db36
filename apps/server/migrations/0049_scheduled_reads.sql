-- A message that the server sends for a person moves their read position only where nothing is unread (rules-rooms 43): their devices must
-- know it from one that they wrote just now (objects/write_sends.sql, apply_scheduled.sql, apply_replies.sql).
alter table messages
  -- Written before, and sent by the server at its time.
  add column is_scheduled boolean not null default false;
