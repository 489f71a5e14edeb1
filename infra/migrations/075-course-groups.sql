-- Groups of courses that schemes quote (SCHEME-40…42), of one unit, and hours by type of what has courses (SCHEME-29). Credits and hours in tenths.
create table base.course_group (
  course_group_id text primary key, course_group_name text not null unique, department_id text not null references base.department (dwh), group_type text not null check (group_type in ('1', '2', '3')),
  min_credit int check (min_credit >= 0), min_course_num int check (min_course_num >= 0), course_nature text, sfqy text not null default '1');
create table base.course_group_detail (
  course_group_id text not null references base.course_group, course_id text not null references base.course (kch),
  detail_id text primary key generated always as (course_group_id || '/' || course_id) stored, term int check (term between 1 and 12), sort_num int not null default 1, unique (course_group_id, course_id));
create index course_group_details_of_course on base.course_group_detail (course_id);
create table base.course_group_hours (
  course_group_id text not null references base.course_group, xsbh text not null, term int check (term between 1 and 12), group_hours_id text primary key, xs int not null check (xs >= 0),
  unique nulls not distinct (course_group_id, xsbh, term));
-- owner_key: of a row of the execution plan njzydm/kch, of a course in a group its detail_id, of a course in a scheme its own key. department_id: of the grade-major or the group.
create table base.course_hour_require (
  hour_require_id text primary key, owner_type text not null check (owner_type in ('1', '2', '3')), owner_key text not null, department_id text not null references base.department (dwh), xsbh text not null, xs int not null check (xs >= 0),
  week_hours int check (week_hours >= 0), week_num int check (week_num between 1 and 30), jslxm text, start_end_week text, unique (owner_type, owner_key, xsbh));
