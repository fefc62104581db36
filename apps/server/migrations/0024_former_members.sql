-- owner: workspaces
-- Whoever left an organization, or was taken out of it, comes back by an invitation that was made afterwards (rules-identity 63).
create table former_members (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  left_at timestamptz not null,
  primary key (workspace_id, user_id)
);
create index former_members_user_idx on former_members (user_id);
