-- Finding people, blocking them, and accounts that are to be deleted (rules-identity 45 to 50).

-- owner: users
-- Who wants nothing of whom. Only the blocker knows; what it hides counts both ways.
create table user_blocks (
  blocker_id uuid not null references users (id) on delete cascade,
  blocked_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index user_blocks_blocked_idx on user_blocks (blocked_id);

alter table users
  -- Set by the deletion of the account, which a sign-in until then takes back; it stays when the account has been erased.
  add column deletes_at timestamptz,
  -- Whether what the person wrote goes, too.
  add column deletes_messages boolean not null default false,
  -- Nothing is left of the person but their id.
  add column erased_at timestamptz;
create index users_deletes_idx on users (deletes_at) where erased_at is null and deletes_at is not null;

-- Lists of people are read in this order, page by page, without sorting everybody.
create index users_name_idx on users (lower(full_name), id);
-- Any part of a name or username.
create index users_names_trgm_idx on users using gin ((lower(full_name) || ' ' || username) gin_trgm_ops);
-- Those whom no list shows: few, so that they are taken out of a count without reading everybody else.
create index users_hidden_idx on users (id) where is_blocked or deletes_at is not null;
