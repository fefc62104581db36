-- Documents come out of the trash as they were: archived, where they were that.
alter table documents add column was_archived boolean not null default false;
