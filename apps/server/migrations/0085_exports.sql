-- owner: exports
-- Downloads of a person's own data that were asked for (rules-identity 51). The data itself is read when it is downloaded.
create table exports (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  requested_at timestamptz not null,
  expires_at timestamptz not null
);
create index exports_user_idx on exports (user_id, requested_at);
create index exports_expires_idx on exports (expires_at);
