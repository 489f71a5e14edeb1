-- What the pickers choose from: buildings and rooms, course types and hours, and the courses that one student has chosen beside the plan.
create table base.building (
  jxlh text primary key, ywbm text not null unique, jxlmc text not null, xqdm text not null references base.campus (xqdm), lcs int, sfqy text not null default '1');
create table base.classroom (
  jsh text primary key, ywbm text not null unique, jsmc text not null, xqdm text not null references base.campus (xqdm), jxlh text not null references base.building (jxlh),
  szlc int, jslxm text not null, zws int not null, yxzws int not null, kszws int not null, sfpk text not null default '1', sfks text not null default '1', sfqy text not null default '1',
  check (kszws <= yxzws and yxzws <= zws));
create index classroom_campus on base.classroom (xqdm, yxzws);
-- Course type and category (dictionaries XTGL_KCBJDMJ, XTGL_KCLBDMJ) and hours a week in tenths.
alter table base.course add kcbj text, add kclb text, add zhxs int;
-- Hours of a course by type (dictionary XTGL_XSLX), in tenths.
create table base.course_hour (kch text not null references base.course (kch), xsbh text not null, xs int not null, primary key (kch, xsbh));
-- Part of the curriculum that a planned course stands in.
alter table base.execution_plan add course_system_name text;
-- Courses that a student has chosen beside the plan of the grade and major, which holds for everybody in it.
create table base.personal_course_plan (
  personal_course_plan_key text primary key, student_code text not null references base.student (student_code), kch text not null references base.course (kch), xnxq text not null,
  course_system_name text, confirm_status text not null default '0' check (confirm_status in ('0', '1', '2')), unique (student_code, kch));
