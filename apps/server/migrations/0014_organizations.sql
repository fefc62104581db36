-- Organizations: what a workspace of their own is to people. Who is in it stands in workspace_members.

-- owner: organizations
create table organizations (
  id uuid primary key references workspaces (id) on delete cascade,
  title text not null check (char_length(title) between 2 and 80),
  type text not null check (type in ('COMPANY', 'AGENCY', 'EDUCATIONAL', 'NON_PROFIT', 'OTHER')),
  description text check (char_length(description) <= 500),
  domain text check (char_length(domain) <= 253),
  website text check (char_length(website) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Exactly one at any time; only a transfer makes another (rules-identity 54).
create unique index workspace_members_owner_key on workspace_members (workspace_id) where role = 'OWNER';

-- What an organization's own people may look at (rules-identity 83); null for what concerns the account or the instance.
alter table audit_events add column workspace_id uuid;
create index audit_events_workspace_idx on audit_events (workspace_id, at) where workspace_id is not null;
