-- Credits that a grade and major asks for (tenths), of which RDSXXF per cent may be recognised (decision 061); where nobody has said, those of its compulsory courses.
alter table base.grade_major add zdxf int check (zdxf > 0);
create view base.required_credit as
select grade_major.njzydm,
       coalesce(grade_major.zdxf, (select sum(course.xf) from base.execution_plan plan join base.course on course.kch = plan.kch
          where plan.njzydm = grade_major.njzydm and course.kcsx = '1'), 0)::int as credit
  from base.grade_major;
