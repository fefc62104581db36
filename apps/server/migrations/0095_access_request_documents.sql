-- no transaction
-- One open request of a person about a document.
drop index concurrently if exists access_requests_document_open_idx;
create unique index concurrently access_requests_document_open_idx on access_requests (document_id, user_id) where status = 'PENDING';
-- Requests about a document, the newest first.
drop index concurrently if exists access_requests_document_idx;
create index concurrently access_requests_document_idx on access_requests (document_id, status, created_at desc, id)
  where document_id is not null;
