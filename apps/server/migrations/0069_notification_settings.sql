-- The choices of people about notifications (rules-notifications, sections 3 and 5): a row for each person who chose something.
-- owner: notification-preferences
create table notification_settings (
  user_id uuid primary key references users (id) on delete cascade,
  -- Choices by type and channel: {"MESSAGE_NEW": {"PUSH": false}}; what nobody touched follows its default.
  channels jsonb not null default '{}',
  -- Of these nothing is pushed or mailed; a workspace that is gone stands here in vain.
  muted_workspaces uuid[] not null default '{}',
  quiet_mode text not null default 'OFF' check (quiet_mode in ('OFF', 'WEEKDAYS_ONLY', 'WEEKENDS_ONLY', 'EVERY_DAY', 'CUSTOM')),
  -- {"from": "22:00", "until": "07:00"}, and by day of the week a list of the same; null until they were chosen.
  quiet_range jsonb,
  quiet_days jsonb,
  -- Of the device on which the hours were chosen, for people whose preferences name none.
  time_zone text,
  paused_until timestamptz
);
