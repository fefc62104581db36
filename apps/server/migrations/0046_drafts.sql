-- Texts that their persons have begun and not sent, for all of their devices.

-- Of all drafts, so that no number comes back in a place where a draft ended.
create sequence draft_versions;

-- owner: drafts
create table drafts (
  user_id uuid not null references users (id) on delete cascade,
  room_id uuid not null references rooms (id) on delete cascade,
  -- Null for the draft of the room itself.
  thread_id uuid,
  content text not null,
  metadata jsonb not null,
  -- What another device had written in the same place.
  other text,
  version bigint not null,
  updated_at timestamptz not null,
  constraint drafts_place_key unique nulls not distinct (user_id, room_id, thread_id)
);
create index drafts_room_idx on drafts (room_id);
