-- Changes of execution plans (decision 080): what holds a row while it is in approval, and the contents of applications by which lists find them. Where an application stands, its own lists say.
alter table base.execution_plan add approval_id text;
create index execution_plan_approval on base.execution_plan (approval_id) where approval_id is not null;

create table base.plan_approval (
  apply_id text primary key, njzydm text not null references base.grade_major, xnxq text, course_num int not null, credit_sum int not null, hour_sum int not null, applicant_user text not null, applicant_name text not null,
  apply_time timestamptz not null, clashed text
);
create index plan_approval_grade_major on base.plan_approval (njzydm, apply_time desc);

-- state: 0 a draft, 1 in approval, 2 carried out, 3 ended without effect. given: what the form asks for; changes: rows before and after, as last judged. Credits in tenths.
create table base.course_adjust (
  apply_id text primary key, njzydm text not null references base.grade_major, adjust_type text not null check (adjust_type in ('1', '2', '3', '4', '5')), execution_plan_id text, new_course_id text references base.course,
  given jsonb not null, changes jsonb not null, plan_ids text[] not null, credit_diff int not null, hours_only boolean not null, adjust_reason text not null, state text not null default '0' check (state in ('0', '1', '2', '3')),
  clashed text, implemented_at timestamptz, applicant_user text not null, applicant_name text not null, written_at timestamptz not null
);
create index course_adjust_grade_major on base.course_adjust (njzydm, written_at desc);
create index course_adjust_written on base.course_adjust (written_at desc);
create index course_adjust_waiting on base.course_adjust using gin (plan_ids) where state = '1';
