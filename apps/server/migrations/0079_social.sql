-- owner: social
-- Accounts at other services by which people sign in: provider and subject, never an address (rules-identity 19).
create table social_accounts (
  provider text not null check (provider in ('google', 'github')),
  subject text not null,
  user_id uuid not null references users (id) on delete cascade,
  login text,
  linked_at timestamptz not null,
  used_at timestamptz not null,
  primary key (provider, subject)
);
create unique index social_accounts_user_key on social_accounts (user_id, provider);

-- owner: social
-- People on their way to a provider, for ten minutes (rules-identity 17).
create table social_states (
  state_hash bytea primary key,
  provider text not null,
  -- Hash of the browser's cookie; null for another client.
  browser_hash bytea,
  -- Verifier and nonce, sealed.
  sealed bytea not null,
  expires_at timestamptz not null
);
create index social_states_expires_idx on social_states (expires_at);

-- A code that connects an account at another service to the one of its address.
alter table otp_challenges add column social jsonb;
