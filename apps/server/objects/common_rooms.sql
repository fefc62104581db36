-- Rooms that everybody comes into who joins an organization: being in one with somebody tells nobody who they are where the organization
-- shows no directory (rules-identity 45, 57). The general room of a workspace, and those that an organization has chosen, by whatever
-- address.
-- needs: room_addresses
create or replace view common_rooms as
select workspace_id, id as room_id from rooms where is_general
union
select a.workspace_id, a.room_id
from organizations o
cross join jsonb_array_elements_text(coalesce(o.settings -> 'autoJoinRooms', '[]'::jsonb)) chosen (slug)
join room_addresses a on a.workspace_id = o.id and a.slug = chosen.slug;
