-- owner: documents
-- Versions of documents (rules-collab 28): what stood in one at a time. Deleted when they are thinned out.
create table document_versions (
  id uuid primary key,
  document_id uuid not null references documents (id) on delete cascade,
  -- Counts the versions of a document.
  no integer not null,
  kind text not null check (kind in ('auto', 'restore', 'import')),
  -- One with a name is kept for ever.
  name text,
  -- The nodes of the text. They need nothing of the shared state, which is compacted, and can be read whatever becomes of that.
  content json not null,
  -- SHA-256 of the content: equal ones are not kept twice.
  digest bytea not null,
  words integer not null,
  created_at timestamptz not null,
  unique (document_id, no)
);
create index document_versions_thinning_idx on document_versions (document_id, created_at) where name is null;

-- owner: documents
-- Who has written since the version before.
create table document_version_editors (
  version_id uuid not null references document_versions (id) on delete cascade,
  user_id uuid not null references users (id),
  primary key (version_id, user_id)
);
create index document_version_editors_user_idx on document_version_editors (user_id);

-- owner: documents
-- Who has written since the last version: as long as somebody has, there is something to keep.
create table document_editors (
  document_id uuid not null references documents (id) on delete cascade,
  user_id uuid not null references users (id),
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (document_id, user_id)
);
create index document_editors_user_idx on document_editors (user_id);
create index document_editors_last_at_idx on document_editors (last_at);
