-- no transaction
-- People by a part of their name, as search finds what they wrote, built while they sign in.
drop index concurrently if exists users_folded_name_idx;
create index concurrently users_folded_name_idx on users using gin (folded_name gin_trgm_ops);
