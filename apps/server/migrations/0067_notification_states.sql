-- The acts of a person on a notification beside reading it (rules-notifications 28). Done ones are read. Snoozed ones are unread, and
-- are hidden until their time.
alter table notifications
  add column done_at timestamptz,
  add column snoozed_until timestamptz;
