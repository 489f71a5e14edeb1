-- Make-up, deferred and rebuild exams (MAKEUP, SCORE-MORE-28). A make-up group and a rebuild class are teaching classes of their own kind;
-- the kind is the score type of the sheet that they are made for.
alter table base.teaching_class add column class_kind text not null default '1' check (class_kind in ('1', '2', '3', '4'));

-- What the published ordinary sheets say today about students who have not passed, kept by a policy from the sheets' events. `revision` is
-- the sheet's: an older state never replaces a newer one. Values are tenths (cells) and hundredths (final).
create table base.makeup_source (
  sheet_id text primary key, teaching_class_id text not null references base.teaching_class (teaching_class_id), semester_id text not null, course_id text not null,
  revision int not null, rules jsonb not null);
create index makeup_source_semester on base.makeup_source (semester_id, course_id);
create table base.makeup_candidate (
  attempt_id text primary key, sheet_id text not null references base.makeup_source (sheet_id) on delete cascade, student_code text not null, list_source text not null,
  score_remark_code text not null, final int, cells jsonb not null);
create index makeup_candidate_sheet on base.makeup_candidate (sheet_id);

-- One make-up group: students of one course who sit the same exam. `items_key` tells groups apart whose original items differ (替代期末).
-- list_status: 0 may grow, 1 frozen (its sheet is set up).
create table base.makeup_course (
  makeup_course_id text primary key references base.teaching_class (teaching_class_id), source_semester_id text not null references base.semester (xnxq), items_key text not null,
  rules jsonb not null, makeup_and_delay_template_value text not null check (makeup_and_delay_template_value in ('0', '1')),
  score_term_input_begin_time timestamptz not null, score_term_input_end_time timestamptz not null,
  list_status text not null default '0' check (list_status in ('0', '1')), frozen_at timestamptz, frozen_by text);
create index makeup_course_source on base.makeup_course (source_semester_id);
-- makeup_type: 1 first make-up, 2 second, 3 deferred exam.
create table base.makeup_student (
  makeup_course_id text not null references base.makeup_course (makeup_course_id) on delete cascade, student_code text not null references base.student (student_code),
  makeup_type text not null check (makeup_type in ('1', '2', '3')), origin_attempt_id text not null, origin_teaching_class_id text not null, origin_remark_code text not null,
  origin_final int, origin_cells jsonb not null, primary key (makeup_course_id, student_code));
create index makeup_student_origin on base.makeup_student (origin_attempt_id);

-- publish_status: 0 the roster may change, 1 published (its sheet is set up).
create table base.rebuild_class (
  rebuild_class_id text primary key references base.teaching_class (teaching_class_id), capacity int not null check (capacity > 0),
  score_term_input_begin_time timestamptz not null, score_term_input_end_time timestamptz not null,
  publish_status text not null default '0' check (publish_status in ('0', '1')), published_at timestamptz, published_by text);
