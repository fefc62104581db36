-- A kept reply can be read by nobody but the caller: it is sealed with their idempotency key, of which the table knows the
-- hash alone. Replies of before lie there in plain text and go; their calls answer CONFLICT for the rest of their day.

alter table idempotency_keys add column key_hash bytea, add column sealed_reply bytea;
update idempotency_keys set key_hash = sha256(convert_to(key::text, 'UTF8')), status = null;
alter table idempotency_keys
  drop constraint idempotency_keys_pkey,
  drop column key,
  drop column reply,
  alter column key_hash set not null,
  add primary key (user_id, call, key_hash);
