-- One plan of a course for many grade-majors (SCHEME-33), classes that do not follow the plan of their grade-major (SCHEME-14), items of a course that students choose one of (SCHEME-34). Credits and hours in tenths.
create table base.common_course_plan (
  common_plan_id text primary key, plan_name text not null unique, course_id text not null references base.course (kch), kcmc text not null, term int not null check (term between 1 and 12), credit int not null check (credit >= 0),
  total_hour int not null check (total_hour >= 0), week_hours int check (week_hours >= 0), start_end_week text, course_attribute text not null, course_nature text not null, classify_id text references base.scheme_classify, course_system_name text,
  open_department_id text not null references base.department (dwh), exam_method text, special_item_sign text not null default '0', grade_major_num int not null default 0);
create index common_course_plans_of_course on base.common_course_plan (course_id);
alter table base.execution_plan add constraint execution_plan_common_plan foreign key (common_plan_id) references base.common_course_plan (common_plan_id);
create function base.count_common_plan() returns trigger language plpgsql as $$
begin
  update base.common_course_plan common set grade_major_num = (select count(*) from base.execution_plan where common_plan_id = common.common_plan_id)
   where common_plan_id in (old.common_plan_id, new.common_plan_id);
  return null;
end $$;
create trigger count_common_plan after insert or delete or update of common_plan_id on base.execution_plan for each row execute function base.count_common_plan();

create table base.class_plan_set (
  execution_plan_id text not null references base.execution_plan (execution_plan_id) on delete cascade, bjdm text not null references base.class_info (bjdm),
  class_plan_set_id text primary key generated always as (execution_plan_id || '/' || bjdm) stored, is_open text not null default '1' check (is_open in ('0', '1')), open_semester_id text,
  teacher_suggest text references base.teacher (gh), merge_group text, unique (execution_plan_id, bjdm));
create index class_plan_sets_of_class on base.class_plan_set (bjdm);

create table base.special_item (
  special_item_id text primary key, semester_id text not null, course_id text not null references base.course (kch), kkxy text not null references base.department (dwh), item_name text not null,
  item_type text not null check (item_type in ('1', '2', '3', '9')), capacity int check (capacity > 0), sex_limit text, self_choose text not null default '0', student_num int not null default 0,
  full_name text not null generated always as (item_name || '（' || semester_id || '）') stored, unique (semester_id, course_id, item_name));
create index special_items_of_course on base.special_item (course_id);
-- One item per student, course and semester.
create table base.special_item_student (
  special_item_id text not null references base.special_item, student_code text not null references base.student (student_code), semester_id text not null, course_id text not null,
  item_student_id text primary key generated always as (special_item_id || '/' || student_code) stored, item_source text not null default '手工', unique (student_code, course_id, semester_id));
create index special_item_students on base.special_item_student (special_item_id);
create function base.count_special_item() returns trigger language plpgsql as $$
begin
  update base.special_item item set student_num = (select count(*) from base.special_item_student where special_item_id = item.special_item_id)
   where special_item_id in (old.special_item_id, new.special_item_id);
  return null;
end $$;
create trigger count_special_item after insert or delete or update of special_item_id on base.special_item_student for each row execute function base.count_special_item();

-- What is to be taught to each administrative class (SCHEME-27): plans less the exceptions of classes, in the semester in which the class takes the course. bjdm is null where a grade-major has no class yet.
-- is_open '0': the class does not take it. student_num: those in school. Whoever makes teaching tasks reads it.
create view base.course_plan as
select plan.execution_plan_id, plan.njzydm, coalesce(exception.open_semester_id, plan.xnxq) as semester_id, plan.xnxq as planned_semester_id, plan.kch as course_id, plan.term, plan.open_department_id, plan.course_attribute, plan.course_nature,
       plan.course_system_name, plan.credit, plan.total_hour, plan.week_hours, plan.hours, plan.start_end_week, plan.exam_method, plan.exam_way, plan.direction_id, plan.special_item_sign, plan.plan_source, plan.open_status,
       class.bjdm, class.bjmc as class_name, coalesce(exception.is_open, '1') as is_open, exception.teacher_suggest, exception.merge_group,
       (select count(*)::int from base.student where student.bjdm = class.bjdm and student.dqztm in ('01', '05')) as student_num
  from base.execution_plan plan
  left join base.class_info class on class.njzydm = plan.njzydm and class.sfqy = '1' and class.sfby = '0'
  left join base.class_plan_set exception on exception.execution_plan_id = plan.execution_plan_id and exception.bjdm = class.bjdm
 where plan.plan_status <> '3';
