-- Facts in the log (architecture.md, Data): room_events keeps what happened, by whom and to which message; names, texts and wire
-- shapes are read when an event is shown. All nodes of an older release must be stopped: they do not know these columns.

-- owner: log
alter table room_events
  add column actor_id uuid,
  add column message_id uuid;
alter table room_events rename column payload to facts;

-- Who is in a room or left it acted for themself; who removed somebody was not kept.
update room_events set
  facts = facts - 'userName',
  actor_id = case when facts ->> 'accessStatus' <> 'REMOVED' then (facts ->> 'userId')::uuid end
where kind = 'participant_changed';

-- The seq of a message's last change; 0 where it never changed, so that sends need not write it.
alter table messages add column state_seq bigint not null default 0;

-- A bit for each thing that decorates the message and stands in a table of its own (reactions, ...): where it is not set, nothing is
-- looked for.
alter table messages add column parts integer not null default 0;
