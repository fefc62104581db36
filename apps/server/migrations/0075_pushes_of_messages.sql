-- no transaction
-- The browsers that show a message which is gone now.
drop index concurrently if exists pushes_shown_push_idx;
create index concurrently pushes_shown_push_idx on pushes_shown (push_id);
