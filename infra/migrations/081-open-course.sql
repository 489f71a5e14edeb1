-- Open-course tasks (OPEN-COURSE-03…19). Hours in tenths. A job is a row while it is edited; from its commit on the stream `teachingJob-…` decides, and
-- a policy keeps the row as the stream says.
create table base.plate (
  plate_id text primary key, semester_id text not null references base.semester (xnxq), plate_name text not null, course_id text references base.course (kch), week_code text not null,
  time_codes text not null, weeks text not null, xqdm text not null references base.campus (xqdm), grade_major_ids jsonb not null default '[]', sfqy text not null default '1');
create index plates_of_semester on base.plate (semester_id);

create table base.teaching_job (
  teaching_class_id text primary key, teaching_class_code text not null unique, teaching_class_name text not null, semester_id text not null references base.semester (xnxq),
  course_id text not null references base.course (kch), open_department_id text not null references base.department (dwh), xqdm text not null references base.campus (xqdm),
  total_hour int not null check (total_hour >= 0), start_end_week text not null, week_hours int, student_num int, capacity int not null check (capacity > 0),
  administrative_classes jsonb not null default '[]', classroom_type text, exam_method text, teach_language text, plate_id text references base.plate,
  job_type text not null check (job_type in ('1', '2', '3', '5')), job_status text not null default '0' check (job_status in ('0', '1', '2', '3')));
create index teaching_jobs_of_semester on base.teaching_job (semester_id, open_department_id);
create index teaching_jobs_of_course on base.teaching_job (course_id, semester_id);
create index teaching_jobs_of_plate on base.teaching_job (plate_id);

-- The number of a job, `(2026-2027-1)-ywbm-01`: the next one of its course and semester. The course stays locked until the transaction ends, so that no
-- two get the same, and classes that were numbered by hand are passed over.
create function base.number_teaching_job() returns trigger language plpgsql as $$
declare
  front text;
begin
  if new.teaching_class_code is null then
    select '(' || new.semester_id || ')-' || ywbm || '-' into front from base.course where kch = new.course_id for no key update;
    select front || lpad((1 + coalesce(max(serial), 0))::text, greatest(2, length((1 + coalesce(max(serial), 0))::text)), '0') into new.teaching_class_code
      from (select substring(code from length(front) + 1)::int as serial
              from (select teaching_class_code as code from base.teaching_job where course_id = new.course_id and semester_id = new.semester_id
                    union all select teaching_class_code from base.teaching_class where course_id = new.course_id and semester_id = new.semester_id) known
             where starts_with(code, front) and substring(code from length(front) + 1) ~ '^[0-9]{1,6}$') numbered;
  end if;
  return new;
end $$;
create trigger number_teaching_job before insert on base.teaching_job for each row execute function base.number_teaching_job();

-- Who teaches what of a job (PICKERS-104).
create table base.teacher_plan (
  teacher_plan_id text primary key, teaching_class_id text not null references base.teaching_job, gh text not null references base.teacher (gh),
  teacher_role text not null check (teacher_role in ('1', '2', '3')), hour_type text not null, hour int not null check (hour >= 0), start_end_week text not null,
  is_score_teacher text not null default '0' check (is_score_teacher in ('0', '1')), unique (teaching_class_id, gh, hour_type));
create index teacher_plans_of_teacher on base.teacher_plan (gh);

-- Parts of a job that are scheduled and staffed apart (OPEN-COURSE-19).
create table base.teaching_process_link (
  link_id text primary key, teaching_class_id text not null references base.teaching_job, xsbh text not null, hours int not null check (hours > 0), week_hours int, start_end_week text not null,
  group_num int, group_size int, classroom_type text, gh text references base.teacher (gh), unique (teaching_class_id, xsbh));

create table base.job_group (
  job_group_id text primary key, semester_id text not null references base.semester (xnxq), group_name text not null, group_type text not null check (group_type in ('1', '2', '3', '4')),
  open_department_id text not null references base.department (dwh), jobs jsonb not null default '[]', student_num int);
create index job_groups_of_semester on base.job_group (semester_id);

-- What public elective and physical education jobs have besides (OPEN-COURSE-10, 15).
create table base.public_elective_task (
  teaching_class_id text primary key references base.teaching_job, plan_id text not null references base.public_course_plan, min_open_num int);
create index public_elective_tasks_of_plan on base.public_elective_task (plan_id);
create table base.physical_project_task (
  teaching_class_id text primary key references base.teaching_job, item_name text not null, sex_limit text, place_id text references base.classroom (jsh),
  range_campuses jsonb not null default '[]', range_grades jsonb not null default '[]', range_departments jsonb not null default '[]', range_majors jsonb not null default '[]',
  range_classes jsonb not null default '[]', range_labels jsonb not null default '[]', range_student_types jsonb not null default '[]');
create table base.special_item_group (
  item_group_id text primary key, semester_id text not null references base.semester (xnxq), course_id text not null references base.course (kch), item_name text not null, group_name text not null,
  teaching_class_id text references base.teaching_job, capacity int not null check (capacity > 0));
create index special_item_groups_of_course on base.special_item_group (course_id, semester_id);

-- What reference fields show of jobs and of public elective plans.
create view base.teaching_job_counted as
  select job.*, (select count(*)::int from base.teaching_class_student roster where roster.teaching_class_id = job.teaching_class_id) as selected_num from base.teaching_job job;
create view base.public_elective_plan as
  select plan.plan_id, course.kcmc || '（' || plan.semester_id || '）' as plan_name, course.ywbm as course_business_code, plan.semester_id, plan.public_course_category
    from base.public_course_plan plan join base.course on course.kch = plan.kch;

-- The window of a kind of open-course work at a moment (OPEN-COURSE-08): before, open or after; no row: there is none. That of a unit goes before the school's.
create function base.open_course_window(of_type text, of_semester text, of_department text, at timestamptz)
returns table (state text, begin_time timestamptz, end_time timestamptz) language sql stable as $$
  select case when at < w.begin_time then 'before' when at >= w.end_time then 'after' else 'open' end, w.begin_time, w.end_time
    from base.start_time_set w
   where w.semester_id = of_semester and w.set_type = of_type and w.sfqy = '1' and (w.department_id is null or w.department_id = of_department)
   order by w.department_id is null, not (at >= w.begin_time and at < w.end_time), at >= w.end_time, w.begin_time desc limit 1
$$;
