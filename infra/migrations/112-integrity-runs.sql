-- Checks of the whole history (decision 092): how far each is, and what it found.
create table base.integrity_run (
  run_id uuid primary key,
  user_name text not null,
  name text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  events bigint not null default 0,
  total bigint not null default 0,
  outcome text check (outcome in ('intact', 'altered', 'unproven', 'failed')),
  lines text[] not null default '{}'
);
create index integrity_run_started_at on base.integrity_run (started_at desc);
