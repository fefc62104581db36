-- Mentions in threads (rules-messages 30).

-- owner: threads
alter table thread_follows
  -- Numbers of the replies behind read_reply_no that mention the person and stand in the thread alone: the newest 100.
  add column mention_nos integer[] not null default '{}';
