-- How much scores weigh in grade point averages (SCORE-MORE-19), in hundredths. Of one object: a course, a course nature or attribute weighs the credit,
-- an exam nature the grade point. begin_semester_id: scores of this semester and later ones; null: all.
create table base.score_coefficient (
  coefficient_id text primary key, course_id text references base.course (kch), course_nature text, course_attribute text, exam_nature text,
  coefficient int not null check (coefficient between 0 and 200), begin_semester_id text references base.semester (xnxq), sfqy text not null default '1',
  check (num_nonnulls(course_id, course_nature, course_attribute, exam_nature) = 1));
create index score_coefficients_of_course on base.score_coefficient (course_id);

-- What the school decides about score remarks (SCORE-MORE-18). final_value_mode and item_mode say what a remark is. One without a row is out of use.
create table base.score_remark (
  score_remark_code text primary key, final_value_mode text not null, item_mode text not null, teacher_may_set text not null, allow_makeup text not null,
  show_name text not null, sfqy text not null default '1');
insert into base.score_remark (score_remark_code, final_value_mode, item_mode, teacher_may_set, allow_makeup, show_name) values
  ('00', 'computed', 'all', '1', '1', '0'), ('01', 'none', 'usual', '0', '1', '1'), ('02', 'zero', 'usual', '1', '1', '1'), ('03', 'zero', 'none', '1', '0', '1'),
  ('04', 'zero', 'none', '0', '0', '1'), ('05', 'zero', 'none', '0', '0', '1'), ('06', 'zero', 'usual', '1', '0', '1'), ('07', 'fixed', 'none', '0', '0', '1'),
  ('08', 'fixed', 'none', '0', '0', '1'), ('09', 'computed', 'exam', '0', '0', '1'), ('10', 'none', 'none', '0', '0', '1'), ('11', 'none', 'all', '1', '0', '1'),
  ('12', 'none', 'none', '0', '0', '1');
create trigger tell_change after insert or update or delete or truncate on base.score_remark for each statement execute function base.tell_change();

-- Frozen grade point averages of a semester (SCORE-MORE-21), a row for each version of a student; the newest is current. Credits in tenths, points and
-- values in hundredths; courses: what went into them, as it was.
create table base.gpa_check (
  gpa_check_id text primary key, semester_id text not null references base.semester (xnxq), student_code text not null references base.student,
  version_no int not null, is_current boolean not null, rule_version text not null, gpa int, weighted_average int, credit_earned int not null, credit_failed int not null,
  rank_in_class int, class_size int not null, rank_in_major int, major_size int not null, courses jsonb not null,
  check_status text not null default '0' check (check_status in ('0', '1', '2')), check_time timestamptz, objection text not null default '', generated_at timestamptz not null,
  unique (semester_id, student_code, version_no));
create unique index gpa_check_current on base.gpa_check (student_code, semester_id) where is_current;
create index gpa_checks_of_semester on base.gpa_check (semester_id) where is_current;

-- What graduating students of a batch have reached (SCORE-MORE-25), taken once and anew while it is not locked. Credits in tenths, points and values in hundredths.
create table base.graduation_score (
  graduation_score_id text primary key, graduation_batch text not null, student_code text not null references base.student, required_credit int not null,
  earned_credit int not null, gpa int, weighted_average int, failed_course_num int not null, rule_version text not null, module_detail jsonb not null, courses jsonb not null,
  snapshot_time timestamptz not null, lock_status text not null check (lock_status in ('0', '1')), lock_time timestamptz,
  unique (graduation_batch, student_code));
create index graduation_scores_of_student on base.graduation_score (student_code);
