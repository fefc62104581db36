-- A person's own name for the device of a session (rules-identity 38).
alter table sessions add column name text check (char_length(name) between 1 and 50);
