-- The log as the last release before facts leaves it.
insert into rooms (id, workspace_id, slug, title, room_type, access_type, last_seq, last_msg_no, member_count)
select '01900000-0000-7000-8000-0000000000f0', id, 'before-facts', 'Before facts', 'channel', 'PUBLIC', 4, 1, 1
from workspaces where kind = 'personal';

insert into room_events (room_id, seq, kind, payload) values
  ('01900000-0000-7000-8000-0000000000f0', 1, 'participant_changed', '{"userId": "01900000-0000-7000-8000-000000000001",
    "userName": "Alice", "accessStatus": "ACCEPTED", "accessLevel": "OWNER", "memberCount": 1}'),
  ('01900000-0000-7000-8000-0000000000f0', 2, 'participant_changed', '{"userId": "01900000-0000-7000-8000-000000000002",
    "userName": "Robert", "accessStatus": "ACCEPTED", "accessLevel": "WRITE", "memberCount": 2}'),
  ('01900000-0000-7000-8000-0000000000f0', 4, 'participant_changed', '{"userId": "01900000-0000-7000-8000-000000000002",
    "userName": "Robert", "accessStatus": "REMOVED", "accessLevel": "WRITE", "memberCount": 1}');

insert into messages (room_id, seq, msg_no, id, author_id, client_message_id, sent_hash, content, type, created_at, updated_at)
values ('01900000-0000-7000-8000-0000000000f0', 3, 1, '01900000-0000-7000-8000-0000000000fa',
  '01900000-0000-7000-8000-000000000002', 'temp_2', '\x00', 'Before facts', 'text', now(), now());
