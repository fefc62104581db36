-- owner: api-keys
-- Keys with which programs act as a person, in one workspace (rules-identity 82).
create table api_keys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  -- The organization, null in Personal: a key goes with the membership of its person.
  member_of uuid,
  name text not null,
  secret_hash bytea not null unique,
  hint text not null,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (member_of, user_id) references workspace_members (workspace_id, user_id) on delete cascade
);
create index api_keys_user_idx on api_keys (user_id);
create index api_keys_member_idx on api_keys (member_of, user_id);
create index api_keys_workspace_idx on api_keys (workspace_id);
