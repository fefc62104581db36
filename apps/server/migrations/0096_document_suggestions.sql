-- Suggestions: comments that propose another text for the part that they are about (rules-collab 24).

alter table document_comments
  -- Empty to delete the part; null for a comment that proposes nothing.
  add column suggestion text,
  add column outcome text check (outcome in ('accepted', 'declined')),
  add check (suggestion is null or anchor_start is not null),
  add check ((outcome is not null) = (suggestion is not null and state = 'resolved'));
