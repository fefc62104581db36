-- The first people who reacted to a message are named, however many there are.
create index message_reactions_seq_idx on message_reactions (room_id, message_id, seq);
