-- Web Push: the browsers of people that are pushed to, and what was pushed to them (rules-notifications 20).

-- The key that names this server to the push services; made at the first start, so that all nodes of one database share it. With
-- another one no browser takes anything from this server until it subscribed anew.
-- owner: push
create table push_keys (
  id smallint primary key default 1 check (id = 1),
  private_key jsonb not null,
  created_at timestamptz not null default now()
);

-- A browser, as long as its session lives. Who knows its endpoint can push to it: it is shown to nobody.
-- owner: push
create table push_subscriptions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  endpoint text not null check (char_length(endpoint) <= 2000),
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  used_at timestamptz not null
);
create unique index push_subscriptions_endpoint_key on push_subscriptions (endpoint);
create index push_subscriptions_user_idx on push_subscriptions (user_id);
create index push_subscriptions_session_idx on push_subscriptions (session_id);

-- The notifications that a browser may show now, so that it can be withdrawn, and so that a push that is tried again is not shown twice.
-- owner: push
create table pushes_shown (
  subscription_id uuid not null references push_subscriptions (id) on delete cascade,
  tag text not null,
  push_id uuid not null,
  -- When what it tells of happened.
  made_at timestamptz not null,
  primary key (subscription_id, tag)
);
create index pushes_shown_made_idx on pushes_shown (made_at);

-- When a person was pushed to last about a room, and the one push that waits until the next may follow.
-- owner: push
create table push_rooms (
  user_id uuid not null references users (id) on delete cascade,
  room_id uuid not null references rooms (id) on delete cascade,
  sent_at timestamptz,
  waiting jsonb,
  primary key (user_id, room_id)
);
create index push_rooms_room_idx on push_rooms (room_id);
create index push_rooms_sent_idx on push_rooms (sent_at);
