-- owner: factors
-- Authenticator apps (RFC 6238); one whose first code was not shown yet is no factor.
create table totp_factors (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  -- Sealed: it has to be read to compare a code.
  secret bytea not null,
  started_at timestamptz not null,
  added_at timestamptz,
  used_at timestamptz,
  -- The time step of the last code: each works once (RFC 6238, 5.2).
  last_step bigint not null default 0
);
create index totp_factors_user_idx on totp_factors (user_id);

-- owner: factors
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  credential_id text not null unique,
  public_key bytea not null,
  -- Of signatures, where the authenticator counts them (WebAuthn, 6.1.1).
  counter bigint not null,
  transports text[] not null,
  added_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_user_idx on passkeys (user_id);

-- owner: factors
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- owner: factors
-- What a browser was given to sign with a passkey, for five minutes and once.
create table passkey_challenges (
  challenge_hash bytea primary key,
  -- Null where anybody may answer: signing in with a passkey alone.
  user_id uuid references users (id) on delete cascade,
  -- The session that adds a passkey or shows one; null on the way to a session.
  session_id uuid references sessions (id) on delete cascade,
  is_new_passkey boolean not null,
  expires_at timestamptz not null
);
create index passkey_challenges_expires_idx on passkey_challenges (expires_at);
create index passkey_challenges_user_idx on passkey_challenges (user_id);
create index passkey_challenges_session_idx on passkey_challenges (session_id);

-- owner: factors
-- Sign-ins whose first step was right, waiting for the second one (rules-identity 27).
create table second_factor_tokens (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- How the first step was made, as the sign-in goes on with it.
  first_step jsonb not null,
  tries_left smallint not null,
  expires_at timestamptz not null
);
create index second_factor_tokens_expires_idx on second_factor_tokens (expires_at);
create index second_factor_tokens_user_idx on second_factor_tokens (user_id);
