-- no transaction
-- A chain in its order.
drop index concurrently if exists audit_events_chain_idx;
create index concurrently audit_events_chain_idx on audit_events (workspace_id, chain_no) where chain_no is not null;
