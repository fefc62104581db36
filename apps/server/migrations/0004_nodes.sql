-- What several processes on one database need beside the log: whoever lost access is found by every one of them, also when
-- no hint told, and the full lists of a person have one order wherever they were made.

-- Counts the changes by which somebody may have lost access in the workspace: the end of a session, a block. Counted in the
-- transaction of the change, as the last lock that it takes; the sweep of every process compares it.
alter table workspaces add column access_changes bigint not null default 0;

-- Numbers SERVER_SUBSCRIPTION_UPDATE. It begins above every number that was ever made from a clock (milliseconds), so that no
-- client drops the first list of this release.
create sequence subscription_revs start with 10000000000000;
