-- What somebody wants to hear of a room, and of all (rules-rooms 48 to 51).

alter table participants
  -- Null: what the type of the room says.
  add column notification_level text check (notification_level in ('all', 'mentions', 'none'));
-- Temporary mutes, by their end.
create index participants_muted_until_idx on participants (muted_until) where is_muted and muted_until is not null;

-- owner: subscriptions
-- People who have muted everything; null: until they take it back.
create table muted_people (
  user_id uuid primary key references users (id) on delete cascade,
  muted_until timestamptz
);
