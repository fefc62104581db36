-- Who was active when, and what people say of themselves (rules-rooms 52 to 54).

-- owner: presence
-- Written about once a minute for everybody who is there: never logged, in place, and empty after a crash of the database.
create unlogged table presence (
  user_id uuid primary key references users (id) on delete cascade,
  active_at timestamptz not null
) with (fillfactor = 50);

alter table users
  -- {emoji, text, expiresAt}; one that is due counts as none.
  add column custom_status jsonb;
