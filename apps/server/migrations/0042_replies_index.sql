-- no transaction
-- The replies of a thread in their order, built while messages are sent.
drop index concurrently if exists messages_reply_key;
create unique index concurrently messages_reply_key on messages (room_id, thread_id, reply_no) where thread_id is not null;
