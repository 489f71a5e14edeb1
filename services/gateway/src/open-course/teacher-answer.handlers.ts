import { setType } from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import {
  answerTeacherPlan,
  answerTeacherPlanOperation,
  ownTeacherPlans,
  type OwnTeacherPlan,
} from '@jwxt/contracts/open-course/teacher-answer.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { handler } from '../kernel/handler.ts';
import { runCommand } from '../kernel/run-command.ts';

/** What a teacher says of the hours that he was given (OPEN-COURSE-05). */
export const teacherAnswerHandlers = [
  handler(ownTeacherPlans, async (_input, { services: { db }, user, now }) => {
    if (user.gh === null) return [];
    const { rows } = await db.query<Omit<OwnTeacherPlan, 'endTime'> & { end: Date }>(
      `select job.teaching_class_id as "teachingClassId", job.teaching_class_name as "teachingClassName",
          course.kcmc as "courseName", semester.xnxqmc as "semesterName", own_window.end_time as "end",
          coalesce((select string_agg(bjmc, '、' order by ywbm) from base.class_info
            where job.administrative_classes ? bjdm), '') as classes, own.*
         from base.teaching_job job join base.course on course.kch = job.course_id
         join base.semester on semester.xnxq = job.semester_id
         join lateral (select string_agg(coalesce(type.mc, plan.hour_type) || ' ' || plan.hour / 10.0::float8, '，'
              order by plan.hour_type) as hours, min(plan.start_end_week) as "startEndWeek",
              min(plan.confirm_status) as "confirmStatus", coalesce(max(plan.confirm_note), '') as "confirmNote"
            from base.teacher_plan plan
            left join base.data_dict type on type.dmlb = 'XTGL_XSLX' and type.dm = plan.hour_type
           where plan.teaching_class_id = job.teaching_class_id and plan.gh = $1 having count(*) > 0) own on true
         join lateral base.open_course_window($2, job.semester_id, job.open_department_id, $3) own_window
           on own_window.state = 'open'
        where job.job_status <> '3' order by job.semester_id, job.teaching_class_code limit 200`,
      [user.gh, setType.teachers, now],
    );
    return rows.map(({ end, ...row }) => ({ ...row, endTime: toDateTimeText(end) }));
  }),
  handler(
    answerTeacherPlanOperation,
    async ({ commandId, ...asked }, call) => await runCommand(answerTeacherPlan, asked, call, { commandId }),
  ),
];
