-- Courses that stand for others (SCHEME-36, 37: for a grade-major; SCHEME-38: for students of a unit). Lists of course and student codes; credits in tenths. replace_source: 1 office, 2 application, whose id is the row's.
create table base.grade_course_replace (
  replace_id text primary key, grade_major_id text not null references base.grade_major (njzydm), old_courses jsonb not null, new_courses jsonb not null, replace_mode text not null check (replace_mode in ('1', '2', '3')), credit_diff int not null,
  credit_confirmed text not null default '0', begin_semester_id text, replace_reason text, replace_source text not null default '1' check (replace_source in ('1', '2')), sfqy text not null default '1');
create index grade_course_replaces_of_grade_major on base.grade_course_replace (grade_major_id);
create table base.student_tags_replace (
  replace_id text primary key, department_id text not null references base.department (dwh), student_codes jsonb not null, old_courses jsonb not null, new_courses jsonb not null, replace_mode text not null check (replace_mode in ('1', '2', '3')),
  credit_diff int not null, credit_confirmed text not null default '0', begin_semester_id text, replace_reason text, replace_source text not null default '1' check (replace_source in ('1', '2')), sfqy text not null default '1');
create index student_tags_replaces_of_department on base.student_tags_replace (department_id);
-- Those in force now, of either kind.
create view base.course_replacement as
select rule.* from (
    select replace_id, old_courses, new_courses, grade_major_id, '[]'::jsonb as students, begin_semester_id from base.grade_course_replace where sfqy = '1'
    union all
    select replace_id, old_courses, new_courses, null, student_codes, begin_semester_id from base.student_tags_replace where sfqy = '1') rule
 where begin_semester_id is null or begin_semester_id <= coalesce((select max(xnxq) from base.semester where sfdqxq = '1'), begin_semester_id);

-- A student's own scheme (SCHEME-39) while it is in force, one for each; its id is that of its application. change_type: 0 of the plan, 1 added, 3 in the place of another. earned: '1' was passed when it was asked for. Credits in tenths.
create table base.personal_scheme (
  personal_scheme_id text primary key, student_code text not null unique references base.student (student_code), base_grade_major_id text not null references base.grade_major (njzydm), scheme_reason text not null, total_credit int not null);
create table base.personal_scheme_course (
  personal_scheme_id text not null references base.personal_scheme on delete cascade, student_code text not null references base.student (student_code), kch text not null references base.course (kch), term int not null check (term between 1 and 12),
  xnxq text not null, credit int not null, course_attribute text not null, course_system_name text, change_type text not null default '0' check (change_type in ('0', '1', '3')), earned text not null default '0', primary key (personal_scheme_id, kch));
create index personal_scheme_courses_of_student on base.personal_scheme_course (student_code);
-- What a student is to take: his own scheme, else the plan of his grade-major. plan_grade_major: whose plan it is.
create view base.student_plan as
select student.student_code, plan.njzydm as plan_grade_major, plan.kch, plan.term, plan.xnxq, plan.credit, plan.course_attribute, plan.course_system_name
  from base.student join base.execution_plan plan on plan.njzydm = student.njzydm
 where plan.plan_status <> '3' and not exists (select from base.personal_scheme own where own.student_code = student.student_code)
union all
select course.student_code, own.base_grade_major_id, course.kch, course.term, course.xnxq, course.credit, course.course_attribute, course.course_system_name
  from base.personal_scheme own join base.personal_scheme_course course using (personal_scheme_id);
