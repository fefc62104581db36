-- Links that show documents to whoever has them, and asking for a level on one (rules-collab 2C).

-- owner: documents
create table document_share_links (
  id uuid primary key default uuidv7(),
  document_id uuid not null references documents (id) on delete cascade,
  -- Of the token, which is shown once.
  token_hash bytea not null unique,
  -- Of members of the workspace who open it.
  level access_level not null check (level in ('READ', 'COMMENT')),
  password_hash text,
  expires_at timestamptz,
  views integer not null default 0,
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  -- Since then it is taken back; the row stays, to say so.
  revoked_at timestamptz
);
create index document_share_links_document_idx on document_share_links (document_id, created_at);
create index document_share_links_created_by_idx on document_share_links (created_by);

-- owner: documents
-- Members of the workspace who opened a link: they have its level while it works.
create table document_link_openings (
  link_id uuid not null references document_share_links (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  opened_at timestamptz not null,
  primary key (link_id, user_id)
);
create index document_link_openings_user_idx on document_link_openings (user_id);

-- A request is about a room or about a document; of a room it goes with the place of its person.
alter table access_requests
  alter column room_id drop not null,
  add column document_id uuid references documents (id) on delete cascade,
  add constraint access_requests_about_check check (num_nonnulls(room_id, document_id) = 1);
