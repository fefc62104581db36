-- Lists of rooms and of the people of a large one, at a cost that does not grow with joins and leaves, nor much with the page.

-- The last numbered message of a room and one by its number, however many lines without a number stand between.
create unique index messages_number_key on messages (room_id, msg_no) where msg_no is not null;

-- People in the order of their names without their rows.
drop index users_name_idx;
create index users_name_idx on users (lower(full_name), id) include (full_name);
drop index participants_others_idx;
create index participants_status_idx on participants (room_id, access_status, user_id);
