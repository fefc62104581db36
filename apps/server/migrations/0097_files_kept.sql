-- no transaction
-- Files that count against a quota, with their sizes: each upload adds them up.
drop index concurrently if exists files_kept_idx;
create index concurrently files_kept_idx on files (workspace_id, owner_id) include (size)
  where sha256 is not null and status <> 'quarantined';
