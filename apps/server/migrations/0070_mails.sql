-- Mails about notifications (rules-notifications 22 to 24): bundles, addresses that refuse mail, kinds of mail that people refuse, digests.

-- owner: notifications
alter table notification_deliveries
  -- The mail that tells of it. One that was begun keeps what it tells of, so that a repeat after a crash is the same mail.
  add column mail_id uuid,
  drop constraint if exists notification_deliveries_status_check,
  add constraint notification_deliveries_status_check
    check (status in ('PENDING', 'SENT', 'DELIVERED', 'FAILED', 'CANCELLED', 'READ'));

-- A person's mails about one room or thing: its lock makes them follow each other.
-- owner: notifications
create table notification_mails (
  user_id uuid not null references users (id) on delete cascade,
  bundle text not null,
  -- The mail that was begun and has not ended.
  mail_id uuid,
  -- The process that sends it has this long; then another one may take it over.
  claimed_until timestamptz,
  -- When the last one left.
  sent_at timestamptz,
  -- A job is left for this moment.
  planned_at timestamptz,
  primary key (user_id, bundle)
);

-- How often in a row the mail server has refused the address of a person for good.
-- owner: notifications
create table mail_refusals (
  user_id uuid primary key references users (id) on delete cascade,
  -- The count is of this address alone.
  email text not null,
  count integer not null,
  -- The address gets no mail since then.
  off_at timestamptz
);

-- Kinds of mail that a person has refused by a link in one.
-- owner: notifications
create table mail_optouts (
  user_id uuid not null references users (id) on delete cascade,
  mail_group text not null,
  primary key (user_id, mail_group)
);

-- One row for each person, week and workspace that was looked at: who was is not looked at again.
-- owner: digests
create table digests (
  user_id uuid not null references users (id) on delete cascade,
  -- 2026-W48, by the calendar of the person's zone.
  week text not null,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  -- EMPTY: there was nothing to say.
  status text not null check (status in ('PENDING', 'SENT', 'EMPTY', 'CANCELLED')),
  created_at timestamptz not null,
  primary key (user_id, week, workspace_id)
);
create index digests_workspace_idx on digests (workspace_id);
create index digests_age_idx on digests (created_at);
