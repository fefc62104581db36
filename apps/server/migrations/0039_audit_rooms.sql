-- Which room an event is about or happened in, and how everybody in the workspace knew it then (rules-identity 83): a room is renamed and
-- purged, the audit stays. Rows of before have the room as their target alone.

-- owner: audit
alter table audit_events
  add column room_id uuid,
  -- Null for a room that nobody but its participants knew.
  add column room_name text;
