-- no transaction
-- Threads with mentions that are not read, and the threads of a room from any place on, built while replies are sent.
drop index concurrently if exists thread_follows_mentions;
create index concurrently thread_follows_mentions on thread_follows (user_id, room_id) where mention_nos <> '{}';
drop index concurrently if exists threads_newest;
create index concurrently threads_newest on threads (room_id, last_reply_at desc, root_id desc);
drop index concurrently if exists threads_latest;
