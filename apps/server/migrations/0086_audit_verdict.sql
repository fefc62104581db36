-- The verdict of the last check of each chain of the audit (rules-identity 85), for those who run the server.

-- owner: audit
alter table audit_chains
  -- Null: not checked yet.
  add column verified_at timestamptz,
  -- Number of the first event that was missing or changed; null where the chain held.
  add column broken_no bigint;
