-- no transaction
-- Reports with copies in a room whose messages are deleted.
drop index concurrently if exists message_reports_copies_idx;
create index concurrently message_reports_copies_idx on message_reports (room_id) where copies <> '[]';
