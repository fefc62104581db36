-- Replies are scheduled as well; and sends end the drafts that they say (objects/apply_drafts.sql).
alter table scheduled_messages
  -- The message that it answers.
  add column thread_id uuid;
