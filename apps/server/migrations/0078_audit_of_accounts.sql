-- no transaction
-- The events of an account, for its person (rules-identity 84).
drop index concurrently if exists audit_events_account_idx;
create index concurrently audit_events_account_idx on audit_events (actor_id, at) where workspace_id is null;
