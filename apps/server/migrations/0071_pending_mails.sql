-- no transaction
-- Mails that wait, of which one that no job was left for is found by looking, and what a mail tells of.
drop index concurrently if exists notification_deliveries_pending_idx;
create index concurrently notification_deliveries_pending_idx on notification_deliveries (created_at) where channel = 'EMAIL' and status = 'PENDING';
drop index concurrently if exists notification_deliveries_mail_idx;
create index concurrently notification_deliveries_mail_idx on notification_deliveries (mail_id) where mail_id is not null;
