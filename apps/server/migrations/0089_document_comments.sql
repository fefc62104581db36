-- Comments beside the text of documents (rules-collab 26): what they are about is kept here, and nothing of them in the text.

-- owner: documents
create table document_comments (
  id uuid primary key,
  document_id uuid not null references documents (id) on delete cascade,
  -- The first comment of the thread; null for that one itself.
  parent_id uuid references document_comments (id) on delete cascade,
  author_id uuid not null references users (id),
  body text not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  -- Of the first one of a thread: the first and the last character that it is about, both null where that is the whole document.
  anchor_start text,
  anchor_end text,
  quoted_text text not null default '',
  -- Null for a reply.
  state text check (state in ('open', 'resolved', 'orphaned')),
  resolved_by uuid references users (id),
  check ((parent_id is null) = (state is not null)),
  check ((anchor_start is null) = (anchor_end is null))
);
create index document_comments_document_idx on document_comments (document_id, created_at, id);
create index document_comments_parent_idx on document_comments (parent_id) where parent_id is not null;
create index document_comments_author_idx on document_comments (author_id);
create index document_comments_resolved_by_idx on document_comments (resolved_by) where resolved_by is not null;

-- owner: documents
create table document_comment_reactions (
  comment_id uuid not null references document_comments (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  emoji text not null,
  created_at timestamptz not null,
  primary key (comment_id, user_id, emoji)
);
create index document_comment_reactions_user_idx on document_comment_reactions (user_id);
