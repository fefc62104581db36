-- Where addresses lead, present ones first: every statement that is asked for a room by its address looks here. Both halves give the
-- slug as the same type, else an address is compared with those of all rooms of its workspace in place of being looked up.
create or replace view room_addresses as
select workspace_id, slug::text as slug, id as room_id from rooms
union all
select workspace_id, slug, room_id from former_room_slugs where room_id is not null;
