-- Signing up to take courses again (SCORE-MORE-27, 29, 30): what it costs, in cents, and sign-ups that were confirmed.
-- Whether one has a class, and whether that class is done, says the class: nothing of it is kept here.
create table base.rebuild_expense_set (
  expense_set_id text primary key, semester_id text references base.semester (xnxq), course_nature text,
  rebuild_mode text check (rebuild_mode in ('1', '2')), charge_mode text not null check (charge_mode in ('1', '2', '3')),
  price int not null default 0 check (price >= 0), free_times int not null default 0 check (free_times >= 0),
  sfqy text not null default '1');
create table base.rebuild_sign_up (
  sign_up_id text primary key, student_code text not null references base.student (student_code),
  course_id text not null references base.course (kch), semester_id text not null references base.semester (xnxq),
  rebuild_mode text not null check (rebuild_mode in ('1', '2')), amount int not null check (amount >= 0),
  pay_status text not null check (pay_status in ('0', '1', '2', '3')), confirmed_at timestamptz not null,
  cancelled_at timestamptz);
create unique index rebuild_sign_up_in_force on base.rebuild_sign_up (student_code, course_id, semester_id)
  where cancelled_at is null;
create index rebuild_sign_up_course on base.rebuild_sign_up (semester_id, course_id);
-- The class in which a student takes a course again in a semester: a retake class of it, or an ordinary one that he follows.
create function base.rebuild_class_of(student text, course text, semester text)
  returns table (teaching_class_id text, teaching_class_name text, class_kind text) language sql stable as $$
  select class.teaching_class_id, class.teaching_class_name, class.class_kind
    from base.teaching_class_student roster join base.teaching_class class using (teaching_class_id)
   where roster.student_code = student and class.course_id = course and class.semester_id = semester
     and (class.class_kind = '4' or class.class_kind = '1' and roster.list_source = '重修')
   order by class.class_kind desc, class.teaching_class_id limit 1
$$;
