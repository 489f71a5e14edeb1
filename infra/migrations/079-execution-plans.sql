-- Execution plans as SCHEME-13 has them (decision 077): the term counted from enrolment beside the semester, what the course is in the plan, and where the row comes from. Credits and hours in tenths.
-- generated: what the last generation wrote, by which a change by hand is told. open_status: somebody of the grade-major is in a class of the course in the semester.
alter table base.execution_plan
  add term int check (term between 1 and 12), add open_department_id text references base.department (dwh), add course_attribute text, add course_nature text, add course_system_id text, add credit int check (credit >= 0),
  add total_hour int check (total_hour >= 0), add week_hours int check (week_hours >= 0), add hours jsonb, add start_end_week text, add exam_method text, add exam_way text, add direction_id text, add direction_name text, add course_group_id text,
  add special_item_sign text not null default '0', add plan_source text not null default '1' check (plan_source in ('1', '2', '3')), add plan_status text not null default '0' check (plan_status in ('0', '1', '2', '3')),
  add open_status text not null default '0', add plan_name text, add major_schema_key text, add common_plan_id text, add generated jsonb;

-- The term of a semester for those who began in a year: the third semester of a year counts as its second.
create function base.plan_term(grade text, semester text) returns int language sql immutable as $$
  select greatest(1, least(12, (left(semester, 4)::int - left(grade, 4)::int) * 2 + least(2, right(semester, 1)::int)))
$$;
create function base.plan_semester(grade text, term int) returns text language sql immutable as $$
  select (left(grade, 4)::int + (term - 1) / 2) || '-' || (left(grade, 4)::int + (term - 1) / 2 + 1) || '-' || ((term - 1) % 2 + 1)
$$;
-- Who writes a row need not say what its course and grade-major say.
create function base.complete_execution_plan() returns trigger language plpgsql as $$
declare
  course base.course;
  grade_major base.grade_major;
begin
  select * into course from base.course where kch = new.kch;
  select * into grade_major from base.grade_major where njzydm = new.njzydm;
  if tg_op = 'UPDATE' and new.xnxq <> old.xnxq and new.term = old.term then new.term := null; end if;
  new.term := coalesce(new.term, base.plan_term(grade_major.njdm, new.xnxq));
  new.open_department_id := coalesce(new.open_department_id, course.kkxy);
  new.course_attribute := coalesce(new.course_attribute, course.kcsx);
  new.course_nature := coalesce(new.course_nature, course.kcxz);
  new.credit := coalesce(new.credit, course.xf);
  new.total_hour := coalesce(new.total_hour, course.zxs);
  new.exam_method := coalesce(new.exam_method, course.khfs);
  new.hours := coalesce(new.hours, (select jsonb_agg(jsonb_build_object('xsbh', xsbh, 'xs', xs) order by xsbh) from base.course_hour where kch = new.kch), '[]');
  -- A class may be named instead: it is that of the version of the grade-major.
  if new.course_system_id is null and new.course_system_name is not null then
    select classify_id into new.course_system_id from base.scheme_classify join base.grade_major_requirement wanted using (scheme_version_id)
     where wanted.grade_major_id = new.njzydm and module_name || '／' || classify_name = new.course_system_name limit 1;
  end if;
  if new.course_system_id is not null then
    new.course_system_name := coalesce((select module_name || '／' || classify_name from base.scheme_classify where classify_id = new.course_system_id), new.course_system_name);
  end if;
  if tg_op = 'INSERT' or new.xnxq <> old.xnxq then
    new.open_status := case when exists (
      select from base.teaching_class class join base.teaching_class_student using (teaching_class_id) join base.student using (student_code)
       where class.course_id = new.kch and class.semester_id = new.xnxq and student.njzydm = new.njzydm) then '1' else '0' end;
  end if;
  new.plan_name := coalesce(grade_major.njzymc, new.njzydm) || ' ' || coalesce(course.kcmc, new.kch);
  return new;
end $$;
create trigger complete_execution_plan before insert or update on base.execution_plan for each row execute function base.complete_execution_plan();
update base.execution_plan set xnxq = xnxq;
update base.execution_plan plan set open_status = '1' where exists (
  select from base.teaching_class class join base.teaching_class_student using (teaching_class_id) join base.student using (student_code)
   where class.course_id = plan.kch and class.semester_id = plan.xnxq and student.njzydm = plan.njzydm);
create index execution_plan_semester on base.execution_plan (xnxq, kch);
create index execution_plan_course on base.execution_plan (kch);
create index execution_plan_common on base.execution_plan (common_plan_id) where common_plan_id is not null;

-- A plan row is opened while somebody of its grade-major is in a class of its course and semester.
create function base.open_execution_plans() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update base.execution_plan plan set open_status = '1'
      from (select distinct student.njzydm, class.course_id, class.semester_id from entered join base.student using (student_code) join base.teaching_class class using (teaching_class_id)) opened
     where plan.njzydm = opened.njzydm and plan.kch = opened.course_id and plan.xnxq = opened.semester_id and plan.open_status = '0';
  else
    update base.execution_plan plan set open_status = '0'
      from (select distinct student.njzydm, class.course_id, class.semester_id from gone join base.student using (student_code) join base.teaching_class class using (teaching_class_id)) closed
     where plan.njzydm = closed.njzydm and plan.kch = closed.course_id and plan.xnxq = closed.semester_id and plan.open_status = '1'
       and not exists (select from base.teaching_class other join base.teaching_class_student using (teaching_class_id) join base.student using (student_code)
         where other.course_id = plan.kch and other.semester_id = plan.xnxq and student.njzydm = plan.njzydm);
  end if;
  return null;
end $$;
create trigger open_execution_plans after insert on base.teaching_class_student referencing new table as entered for each statement execute function base.open_execution_plans();
create trigger close_execution_plans after delete on base.teaching_class_student referencing old table as gone for each statement execute function base.open_execution_plans();
-- A class that becomes one of another course or semester opens and closes plans too.
create function base.reopen_execution_plans() returns trigger language plpgsql as $$
begin
  update base.execution_plan plan set open_status = case when exists (
      select from base.teaching_class class join base.teaching_class_student using (teaching_class_id) join base.student using (student_code)
       where class.course_id = plan.kch and class.semester_id = plan.xnxq and student.njzydm = plan.njzydm) then '1' else '0' end
   where (plan.kch, plan.xnxq) in ((old.course_id, old.semester_id), (new.course_id, new.semester_id))
     and plan.njzydm in (select student.njzydm from base.teaching_class_student join base.student using (student_code) where teaching_class_id = new.teaching_class_id);
  return null;
end $$;
create trigger reopen_execution_plans after update of course_id, semester_id on base.teaching_class for each row
  when ((old.course_id, old.semester_id) is distinct from (new.course_id, new.semester_id)) execute function base.reopen_execution_plans();

-- Why a row stays as it is, in words that follow its name; null: it may be changed. What is in force is changed by a generation or an application, not by hand.
create function base.plan_fixed(plan base.execution_plan, by_hand boolean) returns text language sql stable as $$
  select case
    when plan.open_status = '1' then '已开课'
    when plan.plan_status = '1' then '正在审核'
    when by_hand and plan.plan_status = '2' then '已生效'
    when exists (select from base.semester where xnxq = plan.xnxq and sfgd = '1') then '所在学期已归档'
    when plan.xnxq < (select max(xnxq) from base.semester where sfdqxq = '1') then '所在学期已过'
  end
$$;
