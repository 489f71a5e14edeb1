-- Not students alone are erased (decision 093): also staff and other accounts that have left. `kind`: what `code` is the
-- key of.
alter table base.person_erasure rename column student_code to code;
alter table base.person_erasure add column kind text not null default 'student'
  check (kind in ('student', 'teacher', 'account'));
alter table base.person_erasure alter column kind drop default;
alter table base.person_erasure drop constraint person_erasure_pkey;
alter table base.person_erasure add primary key (kind, code);
