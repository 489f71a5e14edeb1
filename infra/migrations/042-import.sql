-- Imports of rows: what a file holds and would change, as the gateway has read it; it stays as the record of the run.
-- state of a row: 1 new, 2 changed, 3 unchanged, 4 wrong. `given` are its values by wire name, `version` the row that it was compared with.
create table gateway.import_run (
  run_id uuid primary key, resource text not null, file_name text not null, digest text not null, user_name text not null, name text not null, department_id text,
  created_at timestamptz not null, columns jsonb not null, total int not null, added int not null, changed int not null, unchanged int not null, wrong int not null,
  job_id uuid, undo_job_id uuid);
create index import_run_time on gateway.import_run (created_at desc, run_id);
create index import_run_user on gateway.import_run (user_name, created_at desc);
create table gateway.import_row (
  run_id uuid not null references gateway.import_run on delete cascade, row_no int not null, state text not null check (state in ('1', '2', '3', '4')),
  called text not null, key text, version text, cells jsonb not null, given jsonb not null, changes jsonb not null, errors jsonb not null, primary key (run_id, row_no));
create index import_row_state on gateway.import_row (run_id, state, row_no);
-- What the school calls the columns of its files.
create table gateway.import_mapping (resource text not null, header text not null, field text not null, primary key (resource, header));
-- What a run did to each row, for taking it back; or why it did nothing (`message`). undo_message: why it was not taken back.
create table base.import_change (
  run_id uuid not null, row_no int not null, key text, before jsonb, after jsonb, message text, undone boolean not null default false, undo_message text,
  primary key (run_id, row_no));
