import { jobType, teacherRole } from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import { publicElectiveTask } from '@jwxt/contracts/open-course/teaching-job.resource.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import type { StoredRow } from '../kernel/resource-rows.ts';
import { createJobs, partsOf, type NewJob } from './shared/create-jobs.ts';

interface Plan {
  readonly planId: string;
  readonly semesterId: string;
  readonly courseId: string;
  readonly courseName: string;
  readonly departmentId: string;
  readonly schoolZone: string;
  readonly classSize: number;
  readonly classPlanNum: number;
  readonly totalHour: number;
  readonly placeType: string;
  readonly examMethod: string;
  readonly weeks: number;
  readonly hours: readonly { readonly xsbh: string; readonly xs: string }[];
  readonly teachers: readonly { readonly gh: string }[];
  readonly archived: boolean;
  readonly made: number;
  readonly names: readonly string[];
}
/** Weeks that a public elective is taught in, where its semester is not shorter. */
const ELECTIVE_WEEKS = 16;

const hourTypesOf = ({ hours, totalHour }: Plan) =>
  partsOf(
    hours.map(({ xsbh, xs }) => ({ xsbh, tenths: Math.round(Number(xs) * 10) })),
    totalHour,
  );

/** The hours of a plan, all of the first teacher, who types the scores; the others stand beside him without hours. */
function teachersOf(plan: Plan): NewJob['teachers'] {
  const types = hourTypesOf(plan);
  return plan.teachers.flatMap(({ gh }, index) =>
    (index === 0 ? types : types.slice(0, 1)).map(({ hourType, hours }) => ({
      teacherCode: gh,
      teacherRole: index === 0 ? teacherRole.main : teacherRole.second,
      hourType,
      hour: index === 0 ? hours : 0,
      isScoreTeacher: index === 0,
    })),
  );
}

/**
 * Makes the jobs of plans that have passed (OPEN-COURSE-10): as many as a plan has classes, less those that are there.
 * Again it makes none. Of a semester that is archived none is made, and that is told.
 */
export async function generateElectiveJobs(
  client: PoolClient,
  context: CommandContext,
  planIds: readonly string[],
): Promise<{ made: number; plans: number } | Refused> {
  const { rows: plans } = await client.query<Plan>(
    `select plan.plan_id as "planId", plan.semester_id as "semesterId", plan.kch as "courseId",
        course.kcmc as "courseName", plan.department_id as "departmentId", plan.school_zone as "schoolZone",
        plan.class_size as "classSize", plan.class_plan_num as "classPlanNum", plan.total_hour as "totalHour",
        plan.place_type as "placeType", plan.exam_method as "examMethod", least(semester.zs, $2) as weeks,
        plan.hour_list as hours, plan.teacher_list as teachers,
        semester.sfgd = '1' as archived,
        (select count(*)::int from base.public_elective_task task where task.plan_id = plan.plan_id) as made,
        array(select job.teaching_class_name from base.teaching_job job
          where job.course_id = plan.kch and job.semester_id = plan.semester_id) as names
       from base.public_course_plan plan join base.course on course.kch = plan.kch
       join base.semester on semester.xnxq = plan.semester_id
      where plan.plan_id = any($1) order by plan.plan_id for update of plan`,
    [[...planIds], ELECTIVE_WEEKS],
  );
  const [past, ...others] = plans.filter(({ archived }) => archived);
  if (past) return refuse('JOB_PLANS_ARCHIVED', { semester: past.semesterId, count: 1 + others.length });
  let made = 0;
  for (const plan of plans) {
    const missing = Math.max(0, plan.classPlanNum - plan.made);
    const free = Array.from({ length: missing + plan.names.length }, (_none, at) =>
      `${plan.courseName}${String(at + 1)}班`.slice(-60),
    ).filter((name) => !plan.names.includes(name));
    const keys = await createJobs(
      client,
      context,
      free.slice(0, missing).map((teachingClassName) => ({
        teachingClassName,
        semesterId: plan.semesterId,
        courseId: plan.courseId,
        openDepartmentId: plan.departmentId,
        schoolZone: plan.schoolZone,
        jobType: jobType.elective,
        totalHour: plan.totalHour,
        weekHours: null,
        startEndWeek: plan.weeks > 1 ? `1-${String(plan.weeks)}` : '1',
        studentNum: plan.classSize,
        capacity: Math.min(999, plan.classSize),
        administrativeClasses: [],
        classroomType: plan.placeType,
        examMethod: plan.examMethod,
        teachLanguage: null,
        plateId: null,
        parts: hourTypesOf(plan),
        teachers: teachersOf(plan),
      })),
    );
    const { rows: tasks } = await client.query<{ key: string; after: StoredRow }>(
      `insert into base.public_elective_task as stored (teaching_class_id, plan_id)
        select unnest($2::text[]), $1 returning teaching_class_id as key, to_jsonb(stored) as after`,
      [plan.planId, keys],
    );
    await logOperations(
      client,
      context,
      'create',
      publicElectiveTask.name,
      tasks.map((task) => ({ ...task, before: null })),
    );
    made += keys.length;
  }
  return { made, plans: plans.length };
}
