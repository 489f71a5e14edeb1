-- A parked event that the leading process tries again by itself: somebody else was in the way. Nobody needs to look at it.
alter table commands.policy_parked add column retrying boolean not null default false;
