-- Credits of which RDSXXF per cent may be recognised (decision 061): those of the requirement, where it says none zdxf, at last the compulsory courses of the plan, by
-- what the plan says of them (077) and without those that are stopped.
create or replace view base.required_credit as
select grade_major.njzydm,
       coalesce((select total_credit from base.grade_major_requirement where grade_major_id = grade_major.njzydm), grade_major.zdxf,
         (select sum(plan.credit) from base.execution_plan plan
          where plan.njzydm = grade_major.njzydm and plan.course_attribute = '1' and plan.plan_status <> '3'), 0)::int as credit
  from base.grade_major;
-- What is asked of a student: by the grade-major of his own scheme, else by his own (081).
create view base.student_required_credit as
select student.student_code, asked.credit
  from base.student left join base.personal_scheme own on own.student_code = student.student_code
  join base.required_credit asked on asked.njzydm = coalesce(own.base_grade_major_id, student.njzydm);

-- What teachers say of the hours that they were given (OPEN-COURSE-05, window type 4): nothing yet, that they take them, or what is wrong. Other hours are asked again.
alter table base.teacher_plan add confirm_status text not null default '0' check (confirm_status in ('0', '1', '2')), add confirm_note text, add confirmed_at timestamptz;
