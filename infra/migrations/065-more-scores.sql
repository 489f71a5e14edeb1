-- Grade exams (SCORE-MORE-11 to 14): sessions, their subjects, who may sign up, who has, and what came of it.
create table base.grade_exam (
  grade_exam_id text primary key, grade_exam_name text not null, grade_exam_type text not null, semester_id text not null references base.semester (xnxq),
  exam_date date not null, sign_up_begin_time timestamptz not null, sign_up_end_time timestamptz not null, publish_status text not null default '0' check (publish_status in ('0', '1', '2')),
  unique (semester_id, grade_exam_name), check (sign_up_end_time > sign_up_begin_time));
-- fee: hundredths of a yuan; capacity null: without limit. full_name tells subjects of all exams apart.
create table base.grade_exam_subject (
  grade_exam_subject_id text primary key, grade_exam_id text not null references base.grade_exam, grade_exam_name text not null,
  subject_code text not null, subject_name text not null, full_score int not null check (full_score > 0), pass_line int check (pass_line between 0 and full_score), fee int, capacity int check (capacity >= 0),
  school_zone text references base.campus (xqdm), xqmc text,
  full_name text not null generated always as (grade_exam_name || ' ' || subject_name || case when xqmc is null then '' else '（' || xqmc || '）' end) stored,
  unique nulls not distinct (grade_exam_id, subject_code, school_zone));
-- The conditions of a row hold together, of several rows of a subject one is enough.
create table base.grade_exam_requirement (
  requirement_id text primary key, grade_exam_subject_id text not null references base.grade_exam_subject, grades jsonb not null default '[]', student_types jsonb not null default '[]',
  prerequisite_subject_id text references base.grade_exam_subject, prerequisite_score int, max_passed_score int);
create index grade_exam_requirements on base.grade_exam_requirement (grade_exam_subject_id);
create index grade_exam_prerequisites on base.grade_exam_requirement (prerequisite_subject_id);
-- Whoever adds a registration locks the subject first: so its capacity holds.
create table base.grade_exam_registration (
  registration_id text primary key, grade_exam_subject_id text not null references base.grade_exam_subject, student_code text not null references base.student,
  ticket_number text unique, sign_up_time timestamptz not null default now(), unique (grade_exam_subject_id, student_code));
create index grade_exam_registrations_of_student on base.grade_exam_registration (student_code);
-- score_value: tenths. Number, name and pass line follow the student and the subject.
create table base.grade_exam_score (
  grade_exam_score_id text primary key, grade_exam_subject_id text not null references base.grade_exam_subject, student_code text not null references base.student,
  student_number text not null, student_name text not null, ticket_number text, exam_date date, score_value int not null check (score_value >= 0),
  absent_sign text not null default '0' check (absent_sign in ('0', '1')), part_scores text, certificate_no text, pass_line int,
  pass_sign text generated always as (case when pass_line is null then null when absent_sign = '0' and score_value >= pass_line * 10 then '1' else '0' end) stored,
  unique (grade_exam_subject_id, student_code));
create index grade_exam_scores_of_student on base.grade_exam_score (student_code);

-- Scores of other schools (SCORE-MORE-31), which applications for recognition pick from. apply_id: the application that uses it, under way or in force; credits and hours in tenths.
create table base.outside_school_score (
  out_school_score_id text primary key, student_code text not null references base.student, out_school_name text not null, out_school_score_type text not null, out_semester_id text,
  out_course_code text, out_course_name text not null, out_course_credit int not null, out_course_period int, out_course_nature_name text, out_course_attribute_name text,
  out_score_cognizance_final_value text not null, apply_id text, cognizance_status text not null default '0' check (cognizance_status in ('0', '1', '2')));
create index outside_school_scores_of_student on base.outside_school_score (student_code);
