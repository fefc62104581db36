-- What an organization keeps of its members beside their role.

alter table workspace_members
  add column department text check (char_length(department) between 1 and 80),
  -- For those who lead alone; null for everybody who is not suspended.
  add column suspended_reason text check (char_length(suspended_reason) between 1 and 500);
