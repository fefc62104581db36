-- What the leaders of an organization have set, and how it proves that its domain is its own.

alter table organizations
  -- What was chosen; everything else has its default.
  add column settings jsonb not null default '{}',
  -- What the TXT record of the domain must say (rules-identity 80).
  add column domain_token uuid not null default gen_random_uuid(),
  -- Null while the domain is a text like any other.
  add column domain_verified_at timestamptz check (domain_verified_at is null or domain is not null);

-- One organization per verified domain.
create unique index organizations_verified_domain_key on organizations (domain) where domain_verified_at is not null;
