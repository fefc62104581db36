-- What documents name, the files that they show, and their words as search compares them (rules-collab 2C).

-- As of the last time that the document was stored. No foreign key leads to what is named: it may be gone, and the text still names it.
-- owner: documents
create table document_references (
  document_id uuid not null references documents (id) on delete cascade,
  kind text not null check (kind in ('person', 'document', 'file', 'message')),
  target_id uuid not null,
  primary key (document_id, kind, target_id)
);
create index document_references_target_idx on document_references (kind, target_id);

-- Files that somebody who saw them has put into a document: whoever reads it sees them. They stay as long as the document, because
-- taking back a deletion, and its versions, show them again.
-- owner: documents
create table document_files (
  document_id uuid not null references documents (id) on delete cascade,
  file_id uuid not null references files (id) on delete cascade,
  primary key (document_id, file_id)
);
create index document_files_file_idx on document_files (file_id);

-- Apart from the state, as that of messages is: folded, and found by its trigrams.
-- owner: documents
create table document_search (
  document_id uuid primary key references documents (id) on delete cascade,
  text text storage external not null
);
create index document_search_text_idx on document_search using gin (text gin_trgm_ops);

-- Without its accents each is found once it is stored the next time.
insert into document_search (document_id, text)
select document_id, lower(regexp_replace(text, '\s+', ' ', 'g')) from document_states;
