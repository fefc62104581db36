-- The first page of the members of a large organization in each order (that by name has its index since migration 0021), and found
-- by a part of an address, for those who lead.

create index users_email_trgm_idx on users using gin (email gin_trgm_ops);
create index workspace_members_joined_idx on workspace_members (workspace_id, joined_at desc, user_id);
create index workspace_members_role_idx on workspace_members
  (workspace_id, array_position(array['OWNER', 'ADMIN', 'MEMBER', 'GUEST'], role::text), user_id);
