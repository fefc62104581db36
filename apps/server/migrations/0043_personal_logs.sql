-- What changes for one person alone is numbered in the transaction that changes it, so that their devices see that something is missing.

-- One row a person. Its lock makes their numbers follow each other; it is the last lock of a transaction.
-- owner: personal-events
create table personal_logs (
  user_id uuid primary key references users (id) on delete cascade,
  rev bigint not null
);
