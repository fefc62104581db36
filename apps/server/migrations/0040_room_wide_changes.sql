-- What changes in one room for everybody who is in it, as when it is given back, is one row, however many they are.
alter table person_changes
  -- Null for everybody who is in the room.
  alter column user_id drop not null,
  add constraint person_changes_about_check check (user_id is not null or room_id is not null);
