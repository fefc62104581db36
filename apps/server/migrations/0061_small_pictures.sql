-- Small pictures that are made of what people upload: of people, rooms and organizations (rules-collab 2D).

-- Each by an address that nobody can guess. With a room or a workspace its pictures are gone; a person who is deleted drops theirs.
-- owner: files
create table small_pictures (
  id uuid primary key,
  sha256 bytea not null references blobs (sha256),
  media_type text not null,
  size integer not null,
  user_id uuid references users (id) on delete cascade,
  room_id uuid references rooms (id) on delete cascade,
  workspace_id uuid references workspaces (id) on delete cascade,
  check (num_nonnulls(user_id, room_id, workspace_id) = 1)
);
create index small_pictures_sha256_idx on small_pictures (sha256);
create index small_pictures_user_idx on small_pictures (user_id) where user_id is not null;
create index small_pictures_room_idx on small_pictures (room_id) where room_id is not null;
create index small_pictures_workspace_idx on small_pictures (workspace_id) where workspace_id is not null;

-- Addresses of their pictures, as people have one; null: none.
alter table rooms add column avatar_url text;
alter table organizations add column avatar_url text;
