-- Persons who were erased (decision 093): who, when, on what ground. Nothing of the person but the key that streams are
-- named by. `told_at`: the event of it is in the log, and the person in the list beside the backups.
create table base.person_erasure (
  student_code text primary key,
  erasure_id text not null unique,
  basis text not null,
  reason text not null,
  erased_at timestamptz not null,
  erased_by text not null,
  erased_by_name text not null,
  confirmed_by text,
  -- Keys that were destroyed, and rows by what became of them.
  keys int not null,
  rows jsonb not null,
  told_at timestamptz
);
create index on base.person_erasure (erased_at desc);
