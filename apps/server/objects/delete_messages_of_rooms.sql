-- A room that goes takes its messages along, as a foreign key did before the writer (trigger in migration 0003).
-- owner: messages
create or replace function delete_messages_of_rooms() returns trigger language plpgsql as $$
begin
  delete from messages m using gone g where m.room_id = g.id;
  return null;
end
$$;
