-- Applications for changes of status (STUDENT-STATUS-16): a row while nobody has sent it, then what its streams say. approval_status: SP_YWZT; implement_status: 0 not yet, 1 on its day, 2 in force, 3 cancelled. …_before: as it was asked for.
create table base.status_change (
  apply_id text primary key, student_code text not null references base.student (student_code), change_type text not null, change_reason text not null, reason_text text not null, effective_date date not null, end_date date,
  class_after text references base.class_info (bjdm), student_type_after text, chosen_status text, target_school text, status_after text, status_before text, class_before text references base.class_info (bjdm),
  grade_major_before text references base.grade_major (njzydm), department_before text references base.department (dwh), student_type_before text, semester_id text references base.semester (xnxq), document_number text, document_date date,
  approval_status text not null default '0', implement_status text not null default '0' check (implement_status in ('0', '1', '2', '3')), applicant_user text, applicant_name text, written_at timestamptz not null default now());
create index status_changes_of_student on base.status_change (student_code, effective_date);
create index status_changes_by_day on base.status_change (effective_date desc);
create index status_changes_ending on base.status_change (end_date) where implement_status = '2' and end_date is not null;
create unique index status_change_document on base.status_change (document_number) where document_number is not null;

-- What a student became when facts were carried out, and what that did elsewhere (STUDENT-STATUS-16), as it is told afterwards. reckoned_at: its effects are listed; done_at: all of them are done.
create table base.status_transition (
  fact_key text primary key references base.student_status_fact (fact_key) on delete cascade, student_code text not null, effective_date date not null, before jsonb not null, after jsonb not null, at timestamptz not null default now(),
  reckoned_at timestamptz, done_at timestamptz);
create index status_transitions_of_student on base.status_transition (student_code, at);
create index status_transitions_to_do on base.status_transition (at) where done_at is null;
-- target: the teaching class or account that it is about.
create table base.status_effect (
  fact_key text not null references base.status_transition (fact_key) on delete cascade, effect_no int not null, kind text not null, action text not null, target text, title text not null, note text not null default '', done_at timestamptz,
  primary key (fact_key, effect_no));

-- Students of a class who take what it is taught: by what their status allows.
create or replace view base.course_plan as
select plan.execution_plan_id, plan.njzydm, coalesce(exception.open_semester_id, plan.xnxq) as semester_id, plan.xnxq as planned_semester_id, plan.kch as course_id, plan.term, plan.open_department_id, plan.course_attribute, plan.course_nature,
       plan.course_system_name, plan.credit, plan.total_hour, plan.week_hours, plan.hours, plan.start_end_week, plan.exam_method, plan.exam_way, plan.direction_id, plan.special_item_sign, plan.plan_source, plan.open_status,
       class.bjdm, class.bjmc as class_name, coalesce(exception.is_open, '1') as is_open, exception.teacher_suggest, exception.merge_group,
       (select count(*)::int from base.student join base.status_allowance allowed on allowed.status = student.dqztm and allowed.act = 'enterScores' where student.bjdm = class.bjdm) as student_num
  from base.execution_plan plan
  left join base.class_info class on class.njzydm = plan.njzydm and class.sfqy = '1' and class.sfby = '0'
  left join base.class_plan_set exception on exception.execution_plan_id = plan.execution_plan_id and exception.bjdm = class.bjdm
 where plan.plan_status <> '3';
