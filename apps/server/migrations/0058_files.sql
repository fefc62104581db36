-- Files (rules-collab 2D): uploads that grow, blobs that never change, and where files are shown.

-- The bytes of files, by their SHA-256: what the file store keeps.
-- owner: files
create table blobs (
  sha256 bytea primary key,
  size bigint not null,
  created_at timestamptz not null
);

-- owner: files
create table files (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  owner_id uuid not null references users (id) on delete cascade,
  -- The room that it was uploaded for, which may be gone; null: for its owner alone.
  room_id uuid,
  name text not null,
  media_type text not null,
  -- The kind of thing that the file is to people: image, video, audio, document, code, archive, other.
  type text not null,
  size bigint not null,
  -- Null when its bytes are gone.
  sha256 bytea references blobs (sha256),
  width integer,
  height integer,
  duration_ms integer,
  blur text,
  status text not null,
  created_at timestamptz not null,
  trashed_at timestamptz
);
create index files_workspace_idx on files (workspace_id, created_at, id);
create index files_owner_idx on files (owner_id, created_at);
create index files_sha256_idx on files (sha256);
create index files_trashed_idx on files (trashed_at) where trashed_at is not null;

-- Messages that show a file: whoever may read one may see it.
-- owner: files
create table file_references (
  room_id uuid not null,
  message_id uuid not null,
  place smallint not null,
  file_id uuid not null references files (id) on delete cascade,
  alt text not null default '',
  primary key (room_id, message_id, place),
  foreign key (room_id, message_id) references messages (room_id, id) on delete cascade
);
create index file_references_file_idx on file_references (file_id);

-- Smaller images and first pages that were made of a blob.
-- owner: files
create table file_variants (
  sha256 bytea not null references blobs (sha256) on delete cascade,
  variant text not null,
  media_type text not null,
  size bigint not null,
  width integer,
  height integer,
  primary key (sha256, variant)
);

-- An upload becomes the file of the same id.
-- owner: files
create table uploads (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  owner_id uuid not null references users (id) on delete cascade,
  room_id uuid references rooms (id) on delete cascade,
  name text not null,
  size bigint not null,
  -- As its sender says.
  sha256 bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index uploads_owner_idx on uploads (owner_id, created_at);
create index uploads_workspace_idx on uploads (workspace_id);
create index uploads_room_idx on uploads (room_id);
create index uploads_expiring_idx on uploads (expires_at);
