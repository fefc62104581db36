-- no transaction
-- The votes and the decided reports of a person who is deleted, and reports with copies in a room whose messages are.
drop index concurrently if exists poll_votes_user_idx;
create index concurrently poll_votes_user_idx on poll_votes (user_id);
drop index concurrently if exists message_reports_closed_by_idx;
create index concurrently message_reports_closed_by_idx on message_reports (closed_by) where closed_by is not null;
drop index concurrently if exists message_reports_copies_idx;
create index concurrently message_reports_copies_idx on message_reports (room_id) where copies <> '[]';
