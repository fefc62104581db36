-- Previews of links in messages (rules-messages 48): how sites describe themselves, and of each message what was found for its links.

-- By the SHA-256 of the address, for a day; null for an address without anything to show.
-- owner: previews
create table link_previews (
  url_hash bytea primary key,
  preview jsonb,
  expires_at timestamptz not null
);
create index link_previews_due on link_previews (expires_at);

-- Of messages whose links were looked at, or whose author took the previews off.
-- owner: previews
create table message_previews (
  room_id uuid not null,
  message_id uuid not null,
  -- The links as they stand in the text; those that were taken off are not looked at again.
  links text[] not null,
  removed text[] not null,
  previews jsonb not null,
  primary key (room_id, message_id),
  foreign key (room_id, message_id) references messages (room_id, id) on delete cascade
);

-- Messages of before stay as they were: nobody expects the server to ask thousands of sites because of an upgrade.
insert into log_places (consumer, room_id, seq) select 'previews', id, last_seq from rooms where last_seq > 0;
