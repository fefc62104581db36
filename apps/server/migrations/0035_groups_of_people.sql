-- Groups that got a name, or are over, are not those of exactly their people (rules-rooms 30).
update rooms set people_key = null
where room_type = 'group' and people_key is not null and (title <> '' or status <> 'ACTIVE');
