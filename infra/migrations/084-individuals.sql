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
