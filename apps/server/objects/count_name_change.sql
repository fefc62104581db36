-- Counts the changes of names and pictures (trigger in migration 0005).
-- owner: users
create or replace function count_name_change() returns trigger language plpgsql as $$
begin
  update name_changes set count = count + 1;
  return null;
end
$$;
