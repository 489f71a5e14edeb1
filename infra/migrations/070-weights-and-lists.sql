-- How much scores weigh in grade point averages (SCORE-MORE-19), in hundredths. Of one object: a course, a course nature or attribute weighs the credit,
-- an exam nature the grade point. begin_semester_id: scores of this semester and later ones; null: all.
create table base.score_coefficient (
  coefficient_id text primary key, course_id text references base.course (kch), course_nature text, course_attribute text, exam_nature text,
  coefficient int not null check (coefficient between 0 and 200), begin_semester_id text references base.semester (xnxq), sfqy text not null default '1',
  check (num_nonnulls(course_id, course_nature, course_attribute, exam_nature) = 1));
create index score_coefficients_of_course on base.score_coefficient (course_id);
