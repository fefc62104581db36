-- Scheduled replies may stand in the room as well (rules-messages 28).
alter table scheduled_messages
  -- The reply is a message of the room, too.
  add column also_send_to_room boolean not null default false;
