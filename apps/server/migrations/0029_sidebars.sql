-- Sections that somebody made in their list of rooms, for each workspace.

-- owner: sidebar
create table sidebars (
  user_id uuid not null references users (id) on delete cascade,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  -- In their order: [{id, title, roomIds}].
  sections jsonb not null,
  -- Grows with every change.
  rev integer not null,
  primary key (user_id, workspace_id)
);
create index sidebars_workspace_idx on sidebars (workspace_id);
