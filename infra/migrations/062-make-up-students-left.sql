-- Students who left a frozen make-up list by itself, with what they were listed with: they come back when the original
-- score fails after all.
create table base.makeup_student_left (
  like base.makeup_student,
  list_source text not null,
  left_at timestamptz not null default now(),
  primary key (makeup_course_id, student_code),
  foreign key (makeup_course_id) references base.makeup_course (makeup_course_id) on delete cascade
);
create index makeup_student_left_student on base.makeup_student_left (student_code);
