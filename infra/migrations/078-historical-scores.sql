-- Scores from before this system (SCORE-MORE-34), with where they come from. enter_status 1: a second person has confirmed it, and the student's attempts have it. credit: tenths; null: the course's.
create table base.historical_score (
  historical_score_id text primary key, student_code text not null references base.student, course_id text not null references base.course (kch), semester_id text not null references base.semester (xnxq),
  exam_nature text not null, score_value text, score_remark_code text not null default '00', credit int, source_note text not null, enter_status text not null default '0' check (enter_status in ('0', '1')),
  unique (student_code, course_id, semester_id, exam_nature));
create index historical_scores_waiting on base.historical_score (semester_id) where enter_status = '0';
create index historical_scores_of_course on base.historical_score (course_id);
