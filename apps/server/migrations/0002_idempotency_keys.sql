-- Random idempotency keys of callers (wire.md, HTTP): the first reply is returned for a day.

-- owner: platform/http
create table idempotency_keys (
  user_id uuid not null references users (id) on delete cascade,
  -- The endpoint, as the contract names it.
  call text not null,
  key uuid not null,
  -- Hash of method, address and body: the same key for something else is a conflict.
  request_hash bytea not null,
  -- Null while the first call runs.
  status smallint,
  reply text,
  started_at timestamptz not null,
  primary key (user_id, call, key)
);
create index idempotency_keys_started_idx on idempotency_keys (started_at);
