-- What changed for somebody in one room alone is looked up for that room, not for all of theirs.
alter table person_changes
  -- Null where it may be anything.
  add column room_id uuid;
