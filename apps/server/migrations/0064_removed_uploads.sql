-- Bytes that people uploaded and removed on the same day: they count against the day all the same.
-- owner: files
create table removed_uploads (
  owner_id uuid not null references users (id) on delete cascade,
  size bigint not null,
  uploaded_at timestamptz not null
);
create index removed_uploads_owner_idx on removed_uploads (owner_id, uploaded_at);
create index removed_uploads_uploaded_idx on removed_uploads (uploaded_at);
