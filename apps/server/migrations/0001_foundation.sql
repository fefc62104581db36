-- The first tables: people, sign-in, workspaces, rooms and the log of each room.
-- Ids are UUIDv7, times are timestamptz. Everything about messages is keyed by room_id first, so that it can be
-- distributed by room (architecture.md, Data). The owner of a table is the feature whose queries alone write it.

create extension if not exists pg_trgm;

-- owner: instance
-- also written by auth: the keys of sign-in are made by the first process that finds none.
-- One row. log_epoch names the log: a restored backup gets a new one, and clients drop their caches.
create table instance (
  id smallint primary key default 1 check (id = 1),
  log_epoch uuid not null default gen_random_uuid(),
  -- Signs access tokens; made at the first start, so that all nodes of one database share it.
  signing_key jsonb,
  -- Keys the stored hashes of one-time codes, and seals a code on its way to the job that sends it.
  otp_secret bytea,
  created_at timestamptz not null default now()
);
insert into instance default values;

-- owner: users
create table users (
  id uuid primary key default uuidv7(),
  full_name text not null default 'User' check (char_length(full_name) between 1 and 80),
  username text not null check (username ~ '^[a-z][a-z0-9._-]{2,29}$'),
  username_changed_at timestamptz[] not null default '{}',
  email text check (char_length(email) <= 254 and email = lower(email)),
  -- E.164, with the leading plus.
  phone text check (phone ~ '^\+[0-9]{7,15}$'),
  is_email_verified boolean not null default false,
  is_phone_number_verified boolean not null default false,
  bio text check (char_length(bio) <= 500),
  company text check (char_length(company) <= 100),
  location text check (char_length(location) <= 100),
  avatar_url text,
  login text,
  role text not null default 'USER' check (role in ('OWNER', 'ADMIN', 'USER', 'GUEST')),
  is_blocked boolean not null default false,
  preferences jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_username_key on users (username);
create unique index users_email_key on users (email);
create unique index users_phone_key on users (phone);

-- owner: users
-- Names that nobody else may take: former usernames stay with their person for 90 days (rules-identity 42).
create table reserved_usernames (
  username text primary key,
  user_id uuid not null references users (id) on delete cascade,
  reserved_until timestamptz not null
);

-- owner: workspaces
-- The one shared Personal workspace, and later every organization.
create table workspaces (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('personal', 'organization')),
  created_at timestamptz not null default now()
);
create unique index workspaces_one_personal on workspaces (kind) where kind = 'personal';

-- owner: auth
create table sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  workspace_id uuid not null references workspaces (id),
  -- A session that began in cookie delivery never leaves it (rules-identity 34).
  refresh_delivery text not null check (refresh_delivery in ('cookie', 'body')),
  user_agent text check (char_length(user_agent) <= 400),
  address text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  -- Absolute end; the idle end is that of the newest refresh token.
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
);
create index sessions_user_idx on sessions (user_id) where ended_at is null;

-- owner: auth
-- The family of refresh tokens of a session. A used token keeps its successor, sealed, for the few seconds in which a
-- lost reply or a second tab may ask again (rules-identity 35).
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  successor_hash bytea,
  successor_sealed bytea
);
create index refresh_tokens_session_idx on refresh_tokens (session_id);

-- owner: auth
create table otp_challenges (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  -- Hash of the browser's cookie; null for a challenge of another client (rules-identity 9).
  browser_hash bytea,
  -- The known device that asked, whose counters apply; null for an unknown one (rules-identity 16).
  device_hash bytea,
  -- Of the code over challenge and identifier, or of the whole token of a link.
  secret_hash bytea not null,
  delivery text not null check (delivery in ('code', 'link')),
  -- Made by the operator's command: the way in when mail is broken (rules-identity 5).
  is_by_operator boolean not null default false,
  tries_left smallint not null,
  -- IPv4 /32 or IPv6 /64 that asked.
  address text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Used, replaced, or killed by link mode.
  consumed_at timestamptz
);
create index otp_challenges_identifier_idx on otp_challenges (identifier, created_at desc) where consumed_at is null;
create index otp_challenges_browser_idx on otp_challenges (browser_hash) where consumed_at is null;
create index otp_challenges_address_idx on otp_challenges (address) where consumed_at is null;
create unique index otp_challenges_link_key on otp_challenges (secret_hash) where delivery = 'link';
create index otp_challenges_expires_idx on otp_challenges (expires_at);

-- owner: auth
-- Browsers that signed in to an account before: they have counters of their own (rules-identity 16).
create table known_devices (
  user_id uuid not null references users (id) on delete cascade,
  device_hash bytea not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);

-- owner: auth
-- Counters of section 2 of rules-identity, in the database so that all nodes share them. The moments themselves are kept,
-- at most as many as the limit: a window that slides cannot be met twice around its edge.
create table auth_counters (
  key text primary key,
  hits timestamptz[] not null,
  -- Over the limit until then, whatever leaves the window before.
  held_until timestamptz,
  -- The row says nothing any more; null where only a success ends it.
  expires_at timestamptz
);
create index auth_counters_expires_idx on auth_counters (expires_at);

-- owner: auth
create table ws_tickets (
  ticket_hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  workspace_id uuid not null references workspaces (id),
  -- End of the access token that asked for the ticket: the socket lives no longer on it.
  access_expires_at timestamptz not null,
  expires_at timestamptz not null
);
create index ws_tickets_expires_idx on ws_tickets (expires_at);

-- owner: audit
-- Security events; hash-chaining and its screens come with the audit feature.
create table audit_events (
  id uuid primary key default uuidv7(),
  at timestamptz not null default now(),
  actor_id uuid,
  session_id uuid,
  address text,
  kind text not null,
  details jsonb not null default '{}'
);

-- owner: rooms
-- last_seq and last_msg_no are handed out under the row's lock. No index on a column that every send changes: the
-- update would not be HOT (architecture.md, The way of a message).
-- also written by messages: a send hands out the numbers in its own transaction.
create table rooms (
  id uuid primary key default uuidv7(),
  workspace_id uuid not null references workspaces (id),
  slug text not null check (char_length(slug) between 1 and 64),
  title text not null check (char_length(title) between 1 and 80),
  description text check (char_length(description) <= 500),
  room_type text not null check (room_type in ('channel', 'direct', 'group', 'saved')),
  access_type text not null check (access_type in ('PUBLIC', 'PRIVATE', 'PROTECTED')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'ARCHIVED', 'DELETED', 'INACTIVE')),
  is_general boolean not null default false,
  settings jsonb not null default '{}',
  last_seq bigint not null default 0,
  last_msg_no bigint not null default 0,
  member_count integer not null default 0,
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  last_activity_at timestamptz not null default now(),
  constraint rooms_slug_key unique (workspace_id, slug)
) with (fillfactor = 50);
create index rooms_created_by_idx on rooms (created_by, created_at);

-- owner: participants
-- also written by messages: a send advances the read position of its author.
create table participants (
  room_id uuid not null references rooms (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  access_level text not null check (access_level in ('OWNER', 'ADMIN', 'WRITE', 'COMMENT', 'READ')),
  access_status text not null check (access_status in ('IDLE', 'ACCEPTED', 'REJECTED', 'PENDING', 'INVITED', 'REMOVED')),
  join_method text not null check (join_method in ('DIRECT', 'SHARED_LINK')),
  is_banned boolean not null default false,
  joined_at timestamptz not null default now(),
  -- Events in (joined_seq, left_seq] are this person's to receive live.
  joined_seq bigint not null default 0,
  left_seq bigint,
  read_msg_no bigint not null default 0,
  last_read_at timestamptz,
  last_seen_at timestamptz,
  is_hidden boolean not null default false,
  is_muted boolean not null default false,
  muted_until timestamptz,
  primary key (room_id, user_id)
) with (fillfactor = 70);
create index participants_user_idx on participants (user_id, access_status);

-- owner: messages
create table messages (
  room_id uuid not null references rooms (id) on delete cascade,
  seq bigint not null,
  msg_no bigint,
  id uuid not null,
  author_id uuid not null references users (id),
  client_message_id text not null,
  -- Hash of what was sent first: the same client id with another content is a conflict for ever (rules-messages 1).
  sent_hash bytea not null,
  content text not null,
  type text not null check (type in ('text', 'image', 'file', 'system', 'voice')),
  metadata jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  is_edited boolean not null default false,
  is_deleted boolean not null default false,
  primary key (room_id, seq),
  constraint messages_client_key unique (room_id, author_id, client_message_id),
  constraint messages_id_key unique (room_id, id)
);

-- owner: messages
-- Every durable event that is not a new message; together with messages this is the room's log.
create table room_events (
  room_id uuid not null references rooms (id) on delete cascade,
  seq bigint not null,
  kind text not null,
  payload jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (room_id, seq)
);

-- The Personal workspace and its general room exist from the start (rules-rooms 12).
with personal as (
  insert into workspaces (kind) values ('personal') returning id
)
insert into rooms (workspace_id, slug, title, description, room_type, access_type, is_general)
select id, 'general', 'general', 'The room that everybody on this server can read', 'channel', 'PUBLIC', true from personal;

-- Writes a batch of messages, any rooms and authors mixed, and answers with a row per send (architecture.md, The way of
-- a message). Two statements in one round trip: the first locks the rooms in id order; the second has its own, later
-- snapshot and judges permission and idempotency by it. Both in one statement would be wrong: after waiting for a lock
-- it would judge by the snapshot from before the wait. created_at is taken after the lock, so that it agrees with seq.
-- The caller drops doubles within one batch; sent_hash tells a repeated send from another one under the same id.
-- owner: messages
create function send_messages(
  room_ids uuid[],
  author_ids uuid[],
  message_ids uuid[],
  client_message_ids text[],
  sent_hashes bytea[],
  contents text[],
  types text[],
  metadatas jsonb[]
) returns table (
  place integer,
  outcome text,
  seq bigint,
  msg_no bigint,
  created_at timestamptz,
  author_name text,
  author_avatar text
)
language plpgsql as $$
declare
  written_at timestamptz;
begin
  perform 1 from rooms r where r.id = any (room_ids) order by r.id for no key update;
  written_at := clock_timestamp();
  return query
  with input as (
    select * from unnest(room_ids, author_ids, message_ids, client_message_ids, sent_hashes, contents, types, metadatas)
      with ordinality as i (room_id, author_id, id, client_message_id, sent_hash, content, type, metadata, place)
  ), judged as (
    select i.*, u.full_name, u.avatar_url, r.last_seq, r.last_msg_no, e.seq as first_seq, e.msg_no as first_msg_no, e.created_at as first_created_at,
      case
        when e.seq is not null and e.sent_hash = i.sent_hash then 'duplicate'
        when e.seq is not null then 'IDEMPOTENCY_CONFLICT'
        when u.is_blocked then 'ACCOUNT_BLOCKED'
        when r.id is null or r.status in ('DELETED', 'INACTIVE') then 'ROOM_NOT_FOUND'
        when p.access_status is distinct from 'ACCEPTED' then 'NOT_SUBSCRIBED'
        when r.status = 'ARCHIVED' then 'ROOM_ARCHIVED'
        when p.access_level not in ('OWNER', 'ADMIN', 'WRITE') then 'MESSAGE_SEND_NOT_ALLOWED'
        else 'sent'
      end as verdict
    from input i
    join users u on u.id = i.author_id
    left join rooms r on r.id = i.room_id
    left join participants p on p.room_id = i.room_id and p.user_id = i.author_id
    left join messages e
      on e.room_id = i.room_id and e.author_id = i.author_id and e.client_message_id = i.client_message_id
  ), numbered as (
    select j.*, row_number() over (partition by j.room_id order by j.place) as n from judged j where j.verdict = 'sent'
  ), inserted as (
    insert into messages (
      room_id, seq, msg_no, id, author_id, client_message_id, sent_hash, content, type, metadata, created_at, updated_at
    )
    select n.room_id, n.last_seq + n.n, n.last_msg_no + n.n, n.id, n.author_id, n.client_message_id, n.sent_hash,
      n.content, n.type, n.metadata, written_at, written_at
    from numbered n
  ), advanced as (
    update rooms r
    set last_seq = r.last_seq + c.count, last_msg_no = r.last_msg_no + c.count, last_activity_at = written_at
    from (select n.room_id, count(*) as count from numbered n group by n.room_id) c
    where r.id = c.room_id
  ), read as (
    update participants p
    set read_msg_no = greatest(p.read_msg_no, c.msg_no), last_read_at = written_at
    from (
      select n.room_id, n.author_id, max(n.last_msg_no + n.n) as msg_no from numbered n group by n.room_id, n.author_id
    ) c
    where p.room_id = c.room_id and p.user_id = c.author_id
  )
  select j.place::integer, j.verdict, coalesce(j.first_seq, j.last_seq + n.n), coalesce(j.first_msg_no, j.last_msg_no + n.n),
    coalesce(j.first_created_at, written_at), j.full_name, j.avatar_url
  from judged j
  left join numbered n on n.place = j.place
  order by j.place;
end
$$;
