-- no transaction
-- The unread notifications of a person that a room or a thread reads, those of a message that is deleted, and what was joined in.
drop index concurrently if exists notifications_unread_in_room_idx;
create index concurrently notifications_unread_in_room_idx on notifications (user_id, room_id) where read_at is null and room_id is not null;
drop index concurrently if exists notifications_message_idx;
create index concurrently notifications_message_idx on notifications (room_id, message_id) where room_id is not null;
drop index concurrently if exists notifications_shared_idx;
create unique index concurrently notifications_shared_idx on notifications (user_id, shared_id) where shared_id is not null;
