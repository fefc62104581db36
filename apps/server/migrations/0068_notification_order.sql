-- no transaction
-- Pages of a feed: what comes back from being snoozed is as new as the moment at which it does.
drop index concurrently if exists notifications_order_idx;
create index concurrently notifications_order_idx on notifications (user_id, greatest(updated_at, snoozed_until) desc, id desc);
drop index concurrently if exists notifications_feed_idx;
