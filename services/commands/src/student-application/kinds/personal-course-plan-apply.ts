import { confirmStatus } from '@jwxt/contracts/base-info/personal-course-plan.operations.ts';
import { creditText } from '@jwxt/contracts/scheme/scheme-system.rules.ts';
import { personalCoursePlanApply } from '@jwxt/contracts/student-application/kinds/personal-course-plan-apply.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import { logOperations, type LoggedChange } from '../../kernel/operation-log.ts';
import { isRefused, refuse, refuseField } from '../../kernel/refusal.ts';
import { defineApplicationRules } from '../student-application-rules.ts';

const LOGGED_AS = 'personalCoursePlan';

interface ChosenCourse {
  readonly courseId: string;
  readonly courseName: string;
  readonly courseNum: string;
  readonly credit: number;
  readonly semesterId: string;
  readonly semesterName: string;
  /** Why it cannot be chosen; null: it can. */
  readonly why: string | null;
}

/** 个人课程计划 (SCHEME-43): courses in use, not planned for the student yet, in a semester that is not over. */
export const personalCoursePlanRules = defineApplicationRules({
  kind: personalCoursePlanApply,

  async prepare({ form: { courses, reasonText }, student: { studentCode }, services: { pool } }) {
    const found = await loadChosen(pool, studentCode, courses);
    const chosen: ChosenCourse[] = [];
    for (const [at, { courseId }] of courses.entries()) {
      const course = found.get(at);
      const field = `courses.${String(at)}.courseId`;
      const wrong = (why: string) => refuseField('PERSONAL_PLAN_COURSE', { why }, field);
      if (!course) return wrong('课程不存在或已停用');
      if (courses.findIndex((other) => other.courseId === courseId) < at) return wrong('这门课程已在上面');
      if (course.why !== null) return wrong(course.why);
      chosen.push(course);
    }
    const names = chosen.map(({ courseName }) => courseName);
    return {
      subject: courses
        .map(({ courseId }) => courseId)
        .toSorted()
        .join('+'),
      subjectName: names.length > 3 ? `${names.slice(0, 3).join('、')}等 ${String(names.length)} 门` : names.join('、'),
      semesterId: chosen.map(({ semesterId }) => semesterId).toSorted()[0] ?? '',
      courseId: null,
      teachingClassId: null,
      openDepartmentId: null,
      details: [
        ...chosen.map(({ courseName, courseNum, credit, semesterName }, index) => ({
          label: `自选课程 ${String(index + 1)}`,
          value: `${courseName}（${courseNum}），${creditText(credit)} 学分，${semesterName}`,
        })),
        { label: '学分合计', value: creditText(chosen.reduce((sum, { credit }) => sum + credit, 0)) },
        ...(reasonText === null ? [] : [{ label: '说明', value: reasonText }]),
      ],
      facts: {
        courses: JSON.stringify(chosen.map(({ courseId, semesterId }) => ({ courseId, semesterId }))),
      },
    };
  },

  async effect({ applyId, studentCode, facts }, context, { pool }) {
    const done = await applyOnce(pool, context, async (client) => {
      const { rows } = await client.query<LoggedChange>(
        `insert into base.personal_course_plan as own (personal_course_plan_key, student_code, kch, xnxq,
            confirm_status)
          select $1 || '.' || course."courseId", $2, course."courseId", course."semesterId", $4
            from jsonb_to_recordset($3::jsonb) as course ("courseId" text, "semesterId" text)
          on conflict (student_code, kch) do nothing
          returning personal_course_plan_key as key, null as before, to_jsonb(own) as after`,
        [applyId, studentCode, facts['courses'], confirmStatus.passed],
      );
      await logOperations(client, context, 'create', LOGGED_AS, rows);
      return {};
    });
    return isRefused(done) ? done : null;
  },

  async revoke({ applyId, studentCode }, _reason, context, { pool }) {
    const done = await applyOnce(pool, context, async (client) => {
      const { rows: attended } = await client.query<{ name: string }>(
        `select course.kcmc as name from base.personal_course_plan own join base.course using (kch)
          join base.teaching_class class on class.course_id = own.kch
          join base.teaching_class_student roster using (teaching_class_id)
          where own.personal_course_plan_key like $1 || '.%' and roster.student_code = $2 limit 1`,
        [applyId, studentCode],
      );
      if (attended[0]) return refuse('PERSONAL_PLAN_ATTENDED', { course: attended[0].name });
      const { rows } = await client.query<LoggedChange>(
        `delete from base.personal_course_plan own where personal_course_plan_key like $1 || '.%'
          returning personal_course_plan_key as key, to_jsonb(own) as before, null as after`,
        [applyId],
      );
      await logOperations(client, context, 'delete', LOGGED_AS, rows);
      return {};
    });
    return isRefused(done) ? done : null;
  },
});

/** What was chosen, by its place in the form; a course that is not in use is missing. */
async function loadChosen(
  db: Queryable,
  studentCode: string,
  courses: readonly { readonly courseId: string; readonly term: number }[],
): Promise<ReadonlyMap<number, ChosenCourse>> {
  const { rows } = await db.query<ChosenCourse & { at: number }>(
    // A later semester may have no row yet: its name comes from its number, as the calendar makes it.
    `select chosen.at::int, course.kch as "courseId", course.kcmc as "courseName", course.ywbm as "courseNum",
        course.xf as credit, planned.xnxq as "semesterId",
        coalesce(semester.xnxqmc, left(planned.xnxq, 9) || '学年' || term.mc, planned.xnxq) as "semesterName",
        case when exists (select from base.student_plan plan
              where plan.student_code = student.student_code and plan.kch = course.kch) then '培养计划中已有这门课程'
          when exists (select from base.personal_course_plan own
              where own.student_code = student.student_code and own.kch = course.kch) then '个人课程计划中已有这门课程'
          when planned.xnxq < (select max(xnxq) from base.semester where sfdqxq = '1') then '该学期已经过去' end as why
       from jsonb_to_recordset($2::jsonb) as chosen (at int, "courseId" text, term int)
       join base.course on course.kch = chosen."courseId" and course.sfqy = '1'
       join base.student on student.student_code = $1
       cross join lateral base.plan_semester(student.njdm, chosen.term) as planned (xnxq)
       left join base.semester on semester.xnxq = planned.xnxq
       left join base.data_dict term on term.dmlb = 'XTGL_XQM' and term.dm = substr(planned.xnxq, 11)
      order by chosen.at`,
    [studentCode, JSON.stringify(courses.map((course, at) => ({ ...course, at })))],
  );
  return new Map(rows.map(({ at, ...course }) => [at, course]));
}
