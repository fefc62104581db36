-- Emoji of organizations' own (rules-messages 26); reactions and messages name them by `:name:`.
-- owner: emoji
create table custom_emoji (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  name text not null,
  -- Address of a small picture.
  address text not null,
  created_at timestamptz not null,
  constraint custom_emoji_name_key unique (workspace_id, name)
);
