-- owner: users
-- Counts the changes of names and pictures. What shows them is kept in memory only while this stands still. One row; it
-- is read with every page that is kept, and written with a change of a name, as the last lock of its transaction.
create table name_changes (
  id smallint primary key default 1 check (id = 1),
  count bigint not null default 0
);
insert into name_changes default values;

-- owner: users
create function count_name_change() returns trigger language plpgsql as $$
begin
  update name_changes set count = count + 1;
  return null;
end
$$;

-- At the end of the transaction, so that nobody waits for a lock of the row while holding it.
create constraint trigger users_count_name_change
after update of full_name, avatar_url on users
deferrable initially deferred
for each row
when (old.full_name is distinct from new.full_name or old.avatar_url is distinct from new.avatar_url)
execute function count_name_change();
