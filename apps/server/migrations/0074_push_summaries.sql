-- People who are quiet: one summary at the end takes the place of the pushes that came meanwhile (rules-notifications 17).
-- owner: push
create table push_summaries (
  user_id uuid primary key references users (id) on delete cascade,
  since timestamptz not null,
  due_at timestamptz not null
);
create index push_summaries_due_idx on push_summaries (due_at);
