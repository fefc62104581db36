-- no transaction
-- The replies of a thread in their order, and the messages of a room without those that stand in a thread alone, built while messages
-- are sent.
drop index concurrently if exists messages_reply_key;
create unique index concurrently messages_reply_key on messages (room_id, thread_id, reply_no) where thread_id is not null;
drop index concurrently if exists messages_in_room;
create index concurrently messages_in_room on messages (room_id, seq) where thread_id is null or msg_no is not null;
