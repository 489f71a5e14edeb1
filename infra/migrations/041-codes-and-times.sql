-- Periods of the day (BASE-DATA-13): those of a campus take the place of the school's there.
create table base.class_time (
  class_time_id text primary key, xqdm text references base.campus (xqdm), time_code int not null, time_name text not null, start_time text not null, end_time text not null,
  sfqy text not null default '1', check (start_time < end_time));
create index class_time_campus on base.class_time (xqdm, time_code);
-- The dictionary in two levels (SYSADMIN-06, BASE-DATA-24): categories, and what their values lacked.
create table base.data_dict_category (dmlb text primary key, lbmc text not null, bzly text, sfywwh text not null default '0', sfgb text not null default '0');
alter table base.data_dict add jc text, add sjdm text, add code_key text generated always as (dmlb || '/' || dm) stored;
create unique index data_dict_code_key on base.data_dict (code_key);
-- The way from the school down to a unit, in the order in which units are shown.
create function base.unit_path(unit text) returns text[] language sql stable as $$
  with recursive up as (
    select dwh, lsdwh, pxh, 1 as n from base.department where dwh = unit
    union all select d.dwh, d.lsdwh, d.pxh, up.n + 1 from base.department d join up on d.dwh = up.lsdwh where up.n < 20)
  select array_agg(lpad(pxh::text, 6, '0') || dwh order by n desc) from up
$$;
-- Directions within a major (BASE-DATA-18).
create table base.direction (
  zydm text not null references base.major (zydm), ywbm text not null, zyfxmc text not null, sfqy text not null default '1', primary key (zydm, ywbm));
-- Syllabuses of courses, in versions (BASE-DATA-21).
create table base.syllabus (
  jxdgid text primary key, kch text not null references base.course (kch), kkxy text not null references base.department (dwh), bbh text not null, dgmc text not null,
  synjdm text references base.grade (njdm), zxrgh text references base.teacher (gh), zt text not null default '0', jxmb text, dgnr text, khfa text, unique (kch, bbh));
-- One column that says which row of a table with a key of two is meant.
alter table base.execution_plan add execution_plan_id text generated always as (njzydm || '/' || kch) stored;
create unique index execution_plan_key on base.execution_plan (execution_plan_id);
alter table base.teaching_class_teacher add teacher_plan_id text generated always as (teaching_class_id || '/' || gh) stored;
create unique index teaching_class_teacher_key on base.teaching_class_teacher (teacher_plan_id);
alter table base.teaching_class_student add roster_id text generated always as (teaching_class_id || '/' || student_code) stored;
create unique index teaching_class_student_key on base.teaching_class_student (roster_id);
