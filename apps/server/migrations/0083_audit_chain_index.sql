-- no transaction
-- The events that are not linked yet, by chain and in their order.
drop index concurrently if exists audit_events_unlinked_idx;
create index concurrently audit_events_unlinked_idx on audit_events (workspace_id, at, id) where chain_no is null;
