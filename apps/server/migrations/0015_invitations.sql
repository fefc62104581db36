-- Invitations into organizations. The code is shown once and stored hashed (rules-identity 68).

-- owner: invitations
create table invitations (
  id uuid primary key default uuidv7(),
  workspace_id uuid not null references workspaces (id) on delete cascade,
  type text not null check (type in ('EMAIL', 'DIRECT', 'LINK')),
  status text not null default 'PENDING' check (status in ('PENDING', 'ACCEPTED', 'REJECTED', 'EXPIRED', 'REVOKED')),
  role workspace_role not null check (role <> 'OWNER'),
  code_hash bytea not null unique,
  -- The last characters, by which lists tell one from another.
  code_end text not null,
  -- Whom it is for; null where anybody may use it.
  email text check (char_length(email) <= 254),
  max_uses integer check (max_uses > 0),
  uses integer not null default 0,
  invited_by uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (uses <= max_uses)
);
create index invitations_workspace_idx on invitations (workspace_id, created_at desc);
