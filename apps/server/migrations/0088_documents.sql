-- owner: documents
-- Documents that people write together (rules-collab 2C): of a room, or of the people that they are shared with.
create table documents (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  room_id uuid references rooms (id) on delete cascade,
  parent_id uuid references documents (id) on delete set null,
  -- Among those with the same parent; a fractional index, compared by bytes.
  position text collate "C" not null,
  title text not null,
  icon text,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'ARCHIVED', 'DELETED')),
  -- Nobody comes in by the parent.
  is_restricted boolean not null default false,
  locked_at timestamptz,
  created_by uuid not null references users (id),
  updated_by uuid not null references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Since when it is in the trash.
  deleted_at timestamptz
);
create index documents_room_idx on documents (room_id, updated_at) where room_id is not null;
create index documents_parent_idx on documents (parent_id, position);
create index documents_workspace_idx on documents (workspace_id, updated_at);
create index documents_created_by_idx on documents (created_by);
create index documents_updated_by_idx on documents (updated_by);
create index documents_deleted_at_idx on documents (deleted_at) where deleted_at is not null;

-- The state of the shared editor, apart: lists never read it.
-- owner: documents
create table document_states (
  document_id uuid primary key references documents (id) on delete cascade,
  state bytea not null,
  -- The words of it, for search.
  text text not null,
  -- Counts how often it was stored: a process that has it open sees that another one has.
  version integer not null,
  stored_at timestamptz not null
);

-- Levels that were given to somebody, to the people of a room, or to the members of the organization.
-- owner: documents
create table document_access (
  document_id uuid not null references documents (id) on delete cascade,
  principal_type text not null check (principal_type in ('user', 'room', 'organization')),
  principal_id uuid not null,
  level access_level not null,
  primary key (document_id, principal_type, principal_id)
);
create index document_access_principal_idx on document_access (principal_id, document_id);
