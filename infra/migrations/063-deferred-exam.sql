-- Deferred exams (SCORE-MORE-16, 17, 26): reasons; times of applications by kind, for some grades (a json list of codes; empty: all) or one
-- unit's students; and who has leave in force in which class, from which a sheet that is set up later takes its remarks.
create table base.deferred_reason (
  deferred_reason_code text primary key, deferred_reason_name text not null unique, need_file text not null default '0',
  allow_after_exam text not null default '0', sort_num int not null default 0, sfqy text not null default '1');
create table base.repair_application_time (
  repair_time_id text primary key, semester_id text not null references base.semester (xnxq), apply_type text not null check (apply_type in ('1', '2', '3', '4', '5')),
  begin_time timestamptz not null, end_time timestamptz not null, grades jsonb not null default '[]', department_id text references base.department (dwh),
  sfqy text not null default '1', check (end_time > begin_time));
create index repair_application_time_semester on base.repair_application_time (semester_id, apply_type);
create table base.deferred_exam (
  apply_id text primary key, teaching_class_id text not null references base.teaching_class (teaching_class_id),
  student_code text not null references base.student (student_code), unique (teaching_class_id, student_code));
