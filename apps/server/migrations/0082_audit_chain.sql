-- The audit is a chain of hashes for each workspace, and one for the instance (rules-identity 83). Rows are written by what they tell
-- of, and linked within a second: a chain that is written in the same transaction would make every sign-in wait for the one before.

-- owner: audit
alter table audit_events
  -- The place in its chain; null until it is linked.
  add column chain_no bigint,
  add column chain_hash bytea;

-- owner: audit
-- Where each chain begins and ends. It begins anew where old rows were deleted.
create table audit_chains (
  -- Null for the chain of the instance.
  workspace_id uuid unique nulls not distinct,
  -- Number and hash of the last row that was deleted by its age; the first row follows them.
  base_no bigint not null default 0,
  base_hash bytea not null default '\x',
  last_no bigint not null default 0,
  last_hash bytea not null default '\x'
);
