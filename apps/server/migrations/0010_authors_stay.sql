-- Whoever has written has a place in that room, and it stays when they leave: so the foreign key of places keeps authors, by
-- its index on the person. The trigger that looked through all messages for them goes.

drop trigger authors_of_messages on users;
drop function keep_authors();
alter table participants
  drop constraint participants_user_id_fkey,
  add constraint participants_user_id_fkey foreign key (user_id) references users (id);
