-- Scores outside a class: innovation credits, honours, military training (SCORE-MORE-38, 50). One with an application came from it and is not edited by hand.
create table base.student_extra_score (
  student_extra_score_id text primary key, student_code text not null references base.student (student_code), semester_id text not null references base.semester (xnxq),
  course_id text references base.course (kch), extra_name text not null, credit int not null check (credit >= 0), score_hierarchy_code text references base.score_hierarchy (score_hierarchy_code),
  score_value int check (score_value between 0 and 10000), score_remark_code text not null default '00', source_type text not null, in_transcript text not null default '1', apply_id text);
create index student_extra_score_student on base.student_extra_score (student_code);
