-- The first people who answered, each once: those known, and after them those who answered now. 5 is REPLIERS_SHOWN.
-- owner: threads
create or replace function first_repliers(known uuid[], next uuid[]) returns uuid[] language sql immutable as $$
  select array_agg(f.id order by f.place) from (
    select a.id, min(a.place) as place from unnest(known || next) with ordinality a (id, place)
    group by a.id order by min(a.place) limit 5
  ) f
$$;
