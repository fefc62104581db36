-- People are told a week before a key of theirs ends (rules-identity 82).

-- owner: api-keys
alter table api_keys
  -- Null: not told yet.
  add column expiry_told_at timestamptz;
