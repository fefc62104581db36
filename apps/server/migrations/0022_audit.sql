-- What an audit row tells besides who and when (rules-identity 83): of what kind of decision it is, about whom or what, what was
-- and what is, and why. Rows of older servers have it in their details.

alter table audit_events
  add column action text check (action in ('APPROVE', 'DENY', 'GRANT_ACCESS', 'REVOKE_ACCESS', 'CHANGE_ROLE')),
  add column target_type text,
  add column target_id uuid,
  add column before jsonb,
  add column after jsonb,
  add column reason text,
  add check ((target_type is null) = (target_id is null));

-- What is outlived goes in portions, the oldest first (AUDIT_DAYS).
create index audit_events_at_idx on audit_events (at);
