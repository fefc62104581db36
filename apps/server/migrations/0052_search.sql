-- The log follower (architecture.md) and search (rules-messages 49, 50).

-- How far each consumer of the rooms' logs has come; without a row it begins with a room's first entry.
-- owner: log
create table log_places (
  consumer text not null,
  room_id uuid not null references rooms (id) on delete cascade,
  seq bigint not null,
  primary key (consumer, room_id)
);

-- Messages as search reads them: neighbours of a room share a row, because a row and its index entries cost many times what one more
-- message in it costs. Arrays have an entry for each message, in the order of the log, and `lines` a line: its text, folded, and empty
-- once the message is deleted. The last row of a room is not closed: it grows, and no index has its text. No foreign key leads to rooms: it
-- would lock the row of a room for each message.
-- owner: search
create table message_search (
  room_id uuid not null,
  first_seq bigint not null,
  last_seq bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  is_closed boolean not null,
  ids uuid[] not null,
  authors uuid[] not null,
  times timestamptz[] not null,
  -- Bits of what the message has (search.rules.ts), and all of them together.
  marks smallint[] not null,
  all_marks smallint not null,
  -- Read far more often than written: to take it apart each time costs three times as much as to read it.
  lines text storage external not null,
  primary key (room_id, first_seq)
);
create index message_search_newest_idx on message_search (room_id, last_at desc) include (first_seq, first_at, all_marks);
create index message_search_lines_idx on message_search using gin (lines gin_trgm_ops) with (gin_pending_list_limit = 1024)
  where is_closed;
create index message_search_authors_idx on message_search using gin (authors) with (gin_pending_list_limit = 256) where is_closed;

-- Rooms whose messages before a seq are still to be read into search, from the newest to the oldest.
-- owner: search
create table search_fills (
  room_id uuid primary key,
  below_seq bigint not null
);

-- The operator may stop the filling: npm run admin -- search-fill.
-- owner: search
create table search_settings (
  id boolean primary key default true check (id),
  is_filling boolean not null default true
);
insert into search_settings default values;

-- In one statement: messages that come meanwhile are followed or filled in, and not both.
with places as (
  insert into log_places (consumer, room_id, seq) select 'search', id, last_seq from rooms where last_seq > 0
  returning room_id, seq
)
insert into search_fills (room_id, below_seq) select room_id, seq + 1 from places;

-- Names as search compares texts: without case and accents.
-- owner: users
alter table users add column folded_name text generated always as (
  replace(replace(replace(translate(
    normalize(regexp_replace(normalize(lower(normalize(full_name, NFKD)), NFKD), '[\u0300-\u036f]', '', 'g'), NFKC),
    'łøđðħıς', 'loddhiσ'
  ), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
) stored;
