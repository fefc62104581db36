-- Rows as a server of the first release leaves them: later migrations must carry them over.
insert into users (id, full_name, username, email, is_email_verified) values
  ('01900000-0000-7000-8000-000000000001', 'Alice', 'alice', 'alice@example.org', true),
  ('01900000-0000-7000-8000-000000000002', 'Bob', 'bob', null, false);

insert into participants (room_id, user_id, access_level, access_status, join_method, read_msg_no)
select rooms.id, users.id, 'WRITE', 'ACCEPTED', 'DIRECT', 1 from rooms, users where rooms.slug = 'general';

insert into messages (room_id, seq, msg_no, id, author_id, client_message_id, sent_hash, content, type, created_at, updated_at)
select id, 1, 1, '01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-000000000001', 'temp_1', '\x00', 'Hello 日本', 'text', now(), now()
from rooms where slug = 'general';

insert into room_events (room_id, seq, kind, payload)
select id, 2, 'participant_changed', '{"userId": "01900000-0000-7000-8000-000000000002", "userName": "Bob",
  "accessStatus": "ACCEPTED", "accessLevel": "WRITE", "memberCount": 2}' from rooms where slug = 'general';

update rooms set last_seq = 2, last_msg_no = 1, member_count = 2 where slug = 'general';
