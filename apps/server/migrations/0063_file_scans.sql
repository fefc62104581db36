-- The virus scan of files (rules-collab 36).

-- The malware that the scan found in a blob: its bytes are gone, and the same ones are refused from then on.
alter table blobs add column threat text;

-- It is served, and the scan gave no verdict on it.
alter table files add column is_unscanned boolean not null default false;

-- Blobs that wait for a verdict.
-- owner: files
create table blob_scans (
  sha256 bytea primary key references blobs (sha256) on delete cascade,
  since timestamptz not null
);
create index blob_scans_since_idx on blob_scans (since);
