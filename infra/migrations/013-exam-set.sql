-- Long jobs: work on many things that goes on without the person who asked for it, and survives a restart.
-- status (@XTGL_RWZT): 0 queued, 1 running, 2 done, 3 partly failed, 4 failed, 5 cancelled.
create table base.long_job (
  job_id uuid primary key, kind text not null, title text not null, status text not null default '0' check (status in ('0', '1', '2', '3', '4', '5')),
  total int not null, done int not null default 0, failed int not null default 0, skipped int not null default 0, payload jsonb not null, actor jsonb not null, permission text,
  correlation_id text not null, client_address text, user_name text not null, name text not null, department_id text, created_at timestamptz not null,
  started_at timestamptz, ended_at timestamptz, cancel_requested_by text, failure text);
create index long_job_open on base.long_job (kind, created_at) where status in ('0', '1');
create index long_job_created on base.long_job (created_at desc);
create index long_job_user on base.long_job (user_name, created_at desc);
-- result: 0 waiting, 1 done, 2 needless, 3 failed, 4 left undone because the job was cancelled.
create table base.long_job_item (
  job_id uuid not null references base.long_job (job_id) on delete cascade, item_no int not null, item_key text not null, item_name text not null,
  result text not null default '0' check (result in ('0', '1', '2', '3', '4')), message text not null default '', at timestamptz, primary key (job_id, item_no));
create index long_job_item_result on base.long_job_item (job_id, result, item_no);

-- The narrowest window of a term wins: course, unit with nature, unit, nature, the whole school (SCORE-MORE-22).
alter table base.score_term_control add column course_id text, add column course_nature text;
-- Whether a teacher may move the proportions of the own class, between the `min` and `max` of each item.
alter table base.score_template add column teacher_adjust text not null default '0';
