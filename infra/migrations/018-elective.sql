-- When open-course work of a semester may be done (OPEN-COURSE-08): 1 job preparation, 2 public elective applications, 3 their review,
-- 4 confirmation by teachers. Without a department for all units; a department's own row goes before.
create table base.start_time_set (
  start_time_id text primary key, semester_id text not null references base.semester (xnxq), set_type text not null check (set_type in ('1', '2', '3', '4')),
  department_id text references base.department (dwh), begin_time timestamptz not null, end_time timestamptz not null check (end_time > begin_time), sfqy text not null default '1');
create index start_time_set_semester on base.start_time_set (semester_id, set_type);

-- Public elective plans that have passed (OPEN-COURSE-09). Credit and hours in tenths.
create table base.public_course_plan (
  plan_id text primary key, semester_id text not null references base.semester (xnxq), kch text not null references base.course (kch), course_source text not null,
  department_id text not null references base.department (dwh), public_course_category text not null, school_zone text not null references base.campus (xqdm),
  course_attribute text not null, course_nature text not null, exam_method text not null, place_type text not null, teaching_style text not null, course_category text not null,
  course_sign text not null, class_plan_num int not null check (class_plan_num > 0), class_size int not null check (class_size > 0), credit int not null, total_hour int not null,
  is_school_wide text not null, hour_list jsonb not null, teacher_list jsonb not null, range_list jsonb not null, remark text not null, teacher_info text not null, course_info text not null,
  applicant_user text not null, applicant_department_id text, passed_at timestamptz not null);
create index public_course_plan_semester on base.public_course_plan (semester_id, department_id);

-- What applications under way ask for, so that no two ask for the same. A claim counts while its application is in approval; one whose
-- submission was never written lapses after a minute.
create table base.public_course_claim (
  plan_id text primary key, semester_id text not null, course_source text not null, course_business_code text not null, course_code text not null, course_name text not null,
  teachers text[] not null, claimed_at timestamptz not null default now());
create index public_course_claim_semester on base.public_course_claim (semester_id);

-- The window that decides whether public electives of a semester may be applied for: what it is at a moment, and its ends. No row: there is none.
create function base.public_course_round(of_semester text, of_department text, at timestamptz)
returns table (state text, begin_time timestamptz, end_time timestamptz) language sql stable as $$
  select case when at < w.begin_time then 'before' when at >= w.end_time then 'after' else 'open' end, w.begin_time, w.end_time
    from base.start_time_set w
   where w.semester_id = of_semester and w.set_type = '2' and w.sfqy = '1' and (w.department_id is null or w.department_id = of_department)
   order by w.department_id is null, not (at >= w.begin_time and at < w.end_time), at >= w.end_time, w.begin_time desc limit 1
$$;

-- What of an application is taken, by plans that have passed and applications under way: the number or the name of a new course, the same
-- course by the same teacher in the semester, a teacher with as many plans as are allowed. Decisions and pages ask the same.
create function base.public_course_clashes(
  of_plan text, of_semester text, of_source text, of_code text, of_course text, of_name text, of_department text, of_teachers text[], teacher_limit int
) returns table (kind text, subject text) language sql stable as $$
  with others as (
    select c.plan_id, c.course_source, c.course_business_code as code, c.course_code as course, c.course_name as name, c.teachers
      from base.public_course_claim c where c.semester_id = of_semester and c.plan_id <> of_plan
    union all
    select p.plan_id, p.course_source, k.ywbm, p.kch, k.kcmc, array(select t->>'gh' from jsonb_array_elements(p.teacher_list) t)
      from base.public_course_plan p join base.course k on k.kch = p.kch where p.semester_id = of_semester and p.plan_id <> of_plan
  )
  select 'code', of_code where of_source = '1' and (
    exists (select 1 from base.course k where k.ywbm = of_code)
    or exists (select 1 from base.public_course_claim c where c.plan_id <> of_plan and c.course_source = '1' and c.course_business_code = of_code))
  union all
  select 'name', of_name where of_source = '1' and (
    exists (select 1 from base.course k where k.kcmc = of_name and k.kkxy = of_department and k.sfqy = '1') or exists (select 1 from others o where o.name = of_name))
  union all
  select 'plan', t.xm from base.teacher t
   where of_source = '0' and t.gh = any(of_teachers) and exists (select 1 from others o where o.course_source = '0' and o.course = of_course and t.gh = any(o.teachers))
  union all
  select 'teacher', t.xm from base.teacher t where t.gh = any(of_teachers) and (select count(*) from others o where t.gh = any(o.teachers)) >= teacher_limit
$$;

-- Values of the attributes that tell who may choose a course (attributeType 1 to 8, ELECTIVE-06), those in use.
create view base.public_course_range_value as
  select '1' as attribute_type, xqdm as code, xqmc as name, xqdm as sort_key from base.campus where sfqy = '1'
  union all select '2', njdm, njmc, njdm from base.grade where sfqy = '1' and sfzx = '1'
  union all select '3', dwh, dwmc, lpad(pxh::text, 8, '0') from base.department where sfqy = '1' and sfjxdw = '1'
  union all select '4', zydm, zymc, ywbm from base.major where sfqy = '1'
  union all select '5', bjdm, bjmc, ywbm from base.class_info where sfqy = '1' and sfby = '0'
  union all select case dmlb when 'XJ_BQLX' then '6' when 'XTGL_XSLB' then '7' else '8' end, dm, mc, lpad(pxh::text, 8, '0')
    from base.data_dict where dmlb in ('XJ_BQLX', 'XTGL_XSLB', 'XTGL_XB') and sfqy = '1';
