-- Merges of rows that are one thing entered twice (MONITOR-25…32): which row stays, which go, and every row that was changed for it, so that it can be
-- taken back for seven days. `after` null: the row was removed, because the one that stays has it already.
create table base.merge_task (
  task_id uuid primary key, handler text not null, stay_key text not null, stay_name text not null, at timestamptz not null, user_name text not null, name text not null,
  job_id uuid not null, undo_job_id uuid, undone_at timestamptz, undone_by text);
create index merge_task_at on base.merge_task (at desc);
create table base.merged_row (
  task_id uuid not null references base.merge_task on delete cascade, old_key text not null, old_name text not null, primary key (task_id, old_key));
create index merged_row_key on base.merged_row (old_key);
create table base.merge_change (
  change_no bigint generated always as identity primary key, task_id uuid not null references base.merge_task on delete cascade, step text not null,
  table_name text not null, before jsonb not null, after jsonb, undone boolean not null default false);
create index merge_change_step on base.merge_change (task_id, step);
