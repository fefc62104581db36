-- May somebody with this level mention everybody in a room? Leading people always; people who may write in a small room that allows it
-- (rules-messages 34). 15 is WILDCARD_MENTION_LIMIT.
-- owner: messages
create or replace function may_mention_all(room uuid, level text) returns boolean language sql stable as $$
  select level in ('OWNER', 'ADMIN')
    or (level = 'WRITE' and r.member_count <= 15 and coalesce((r.settings ->> 'allowWildcardMention')::boolean, true))
  from rooms r where r.id = room
$$;
