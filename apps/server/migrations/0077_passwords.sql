-- owner: passwords
-- Passwords, where the operator allows them (rules-identity 20 to 22).
create table passwords (
  user_id uuid primary key references users (id) on delete cascade,
  -- Of argon2id in the PHC string format, with its parameters and salt.
  hash text not null,
  set_at timestamptz not null
);

alter table otp_challenges
  -- The link sets a new password, and signs nobody in.
  add column is_for_password boolean not null default false,
  -- Of a sign-up: the new account has them if the browser that chose the password also proves the address (rules-identity 21).
  add column password_hash text,
  add column full_name text;
