-- Webhooks that may write into their room now: each is worth no more than the rights that its maker has there (rules-notifications 26).
-- needs: room_membership
create or replace view live_incoming_webhooks as
select w.id, w.room_id, w.author_id, w.secret_hash from incoming_webhooks w
where w.closed_at is null and exists (
  select from room_membership m
  where m.room_id = w.room_id and m.user_id = w.created_by and m.workspace_status = 'ACTIVE'
    and m.access_level in ('OWNER', 'ADMIN')
);
