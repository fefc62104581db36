-- A call whose reply lies in plain text, and one that was on its way.
insert into idempotency_keys (user_id, call, key, request_hash, status, reply, started_at) values
  ('01900000-0000-7000-8000-000000000001', 'markRead', 'f6a0bd4e-7d0c-4f0e-9c55-0b6a2e7d1c01', '\x00', 200, '{}', now()),
  ('01900000-0000-7000-8000-000000000001', 'markRead', 'f6a0bd4e-7d0c-4f0e-9c55-0b6a2e7d1c02', '\x00', null, null, now());
