-- Where a sign-in leads without a choice: the workspace that the person switched to last. Whether they are still in it is asked then,
-- so that the id of one that is gone does no harm and needs no key.
alter table users add column last_workspace_id uuid;
