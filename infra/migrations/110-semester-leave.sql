-- Leave by the semester in which it begins (STUDENT-STATUS-35): what was taken back does not count. days: tenths.
create view base.semester_leave as
select known.leave_result_id, known.student_code, semester.xnxq as semester_id, known.days, known.begin_time, known.end_time
  from base.leave_result known join base.semester on known.begin_time::date between semester.ksrq::date and semester.jsrq::date
 where known.leave_status <> '3';
