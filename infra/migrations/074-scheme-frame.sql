-- The frame of training schemes (decision 075): versions with their tree of modules and classes of courses, credits per module, what each grade-major asks for. Credits and hours in tenths, grade points in hundredths.
create table base.scheme_version (
  scheme_version_id text primary key, scheme_version_name text not null unique, scheme_version_year text not null, begin_grade text not null references base.grade (njdm), end_grade text references base.grade (njdm),
  study_type_code text not null, min_total_credit int check (min_total_credit > 0), publish_status text not null default '0' check (publish_status in ('0', '1', '2')), remark text);
create unique index scheme_version_published on base.scheme_version (scheme_version_year, study_type_code) where publish_status = '1';
-- Modules, at most three levels. scheme_version_name follows the version; full_name tells modules of all versions apart.
create table base.scheme_module (
  module_id text primary key, scheme_version_id text not null references base.scheme_version, scheme_version_name text not null, module_name text not null,
  parent_module_id text references base.scheme_module, sort_num int not null default 1,
  full_name text not null generated always as (scheme_version_name || ' ' || module_name) stored, check (parent_module_id <> module_id));
create index scheme_modules_of_version on base.scheme_module (scheme_version_id);
create index scheme_modules_below on base.scheme_module (parent_module_id);
-- Classes of courses, the leaves of the tree: courses of a scheme stand in one.
create table base.scheme_classify (
  classify_id text primary key, module_id text not null references base.scheme_module, scheme_version_id text not null references base.scheme_version, scheme_version_name text not null, module_name text not null,
  classify_name text not null, course_nature text, course_attribute text, sort_num int not null default 1,
  full_name text not null generated always as (scheme_version_name || ' ' || module_name || '／' || classify_name) stored, unique (module_id, classify_name));
create index scheme_classifies_of_version on base.scheme_classify (scheme_version_id);
-- The way from the version down to a module, by order and name.
create function base.scheme_module_path(module text) returns text[] language sql stable as $$
  with recursive up as (
    select module_id, parent_module_id, scheme_version_id, sort_num, 1 as n from base.scheme_module where module_id = module
    union all select above.module_id, above.parent_module_id, above.scheme_version_id, above.sort_num, up.n + 1
      from base.scheme_module above join up on above.module_id = up.parent_module_id where up.n < 10)
  select array_agg(lpad(sort_num::text, 6, '0') || module_id order by n desc) from up
$$;
-- Credits per module or class of a version: of all (grade_major_id null, the template) or of one grade-major.
create table base.scheme_system (
  scheme_system_id text primary key, module_id text not null references base.scheme_module, classify_id text references base.scheme_classify,
  scheme_version_id text not null references base.scheme_version, grade_major_id text references base.grade_major (njzydm),
  min_credit int not null check (min_credit >= 0), max_credit int check (max_credit >= min_credit), min_hours int check (min_hours >= 0), min_course_num int check (min_course_num >= 0),
  sort_num int not null default 1, unique nulls not distinct (grade_major_id, module_id, classify_id));
create index scheme_systems_of_version on base.scheme_system (scheme_version_id);
create index scheme_systems_of_classify on base.scheme_system (classify_id);
-- What a grade-major asks for, one row each, made with it and empty until the unit has written it.
create table base.grade_major_requirement (
  grade_major_id text not null unique references base.grade_major (njzydm) on delete cascade, requirement_id text primary key generated always as (grade_major_id) stored,
  scheme_version_id text references base.scheme_version, total_credit int check (total_credit > 0), required_credit int check (required_credit >= 0), elective_credit int check (elective_credit >= 0),
  practice_credit int check (practice_credit >= 0), total_hours int check (total_hours >= 0), innovation_credit int check (innovation_credit >= 0), max_study_years int, degree_code text, degree_gpa int,
  graduate_text text);
create index grade_major_requirements_of_version on base.grade_major_requirement (scheme_version_id);
-- Classes of courses that a grade-major uses. selected_credit and course_num: what its plan has there, as last counted.
create table base.major_system (
  major_system_id text primary key, grade_major_id text not null references base.grade_major (njzydm), classify_id text not null references base.scheme_classify, module_id text not null references base.scheme_module,
  min_credit int not null check (min_credit >= 0), selected_credit int not null default 0, course_num int not null default 0, sort_num int not null default 1, unique (grade_major_id, classify_id));
create index major_systems_of_classify on base.major_system (classify_id);
-- 主修 of each grade-major, made with it; 辅修, 双学位 and others beside it.
create table base.grade_major_project (
  project_id text primary key, grade_major_id text not null references base.grade_major (njzydm) on delete cascade, project_type text not null check (project_type in ('1', '2', '3', '4', '5')),
  project_name text not null, total_credit int check (total_credit > 0), quota int check (quota >= 0), sfqy text not null default '1', unique (grade_major_id, project_name));
create unique index grade_major_project_main on base.grade_major_project (grade_major_id) where project_type = '1';
create function base.begin_grade_major() returns trigger language plpgsql as $$
begin
  insert into base.grade_major_requirement (grade_major_id) values (new.njzydm) on conflict do nothing;
  insert into base.grade_major_project (project_id, grade_major_id, project_type, project_name) values ('1/' || new.njzydm, new.njzydm, '1', '主修') on conflict do nothing;
  return null;
end $$;
create trigger begin_grade_major after insert on base.grade_major for each row execute function base.begin_grade_major();
insert into base.grade_major_requirement (grade_major_id) select njzydm from base.grade_major;
insert into base.grade_major_project (project_id, grade_major_id, project_type, project_name) select '1/' || njzydm, njzydm, '1', '主修' from base.grade_major;
-- Credits of which RDSXXF per cent may be recognised (decision 061): those of the requirement, where it says none zdxf, at last those of the compulsory courses.
create or replace view base.required_credit as
select grade_major.njzydm,
       coalesce((select total_credit from base.grade_major_requirement where grade_major_id = grade_major.njzydm), grade_major.zdxf,
         (select sum(course.xf) from base.execution_plan plan join base.course on course.kch = plan.kch
          where plan.njzydm = grade_major.njzydm and course.kcsx = '1'), 0)::int as credit
  from base.grade_major;
