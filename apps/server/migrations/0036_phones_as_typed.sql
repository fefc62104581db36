-- A number without a country is stored as its digits alone: it is another account than the same digits after a +.
alter table users
  drop constraint users_phone_check,
  add constraint users_phone_check check (phone ~ '^\+?[0-9]{7,15}$');
