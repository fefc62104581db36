-- Documents that are offered as the beginning of others (rules-collab 2C).
alter table documents add column is_template boolean not null default false;
