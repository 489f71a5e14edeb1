import { jobStatus, jobType, setType, teacherRole } from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import type { GeneratedJobs, generatePlanJobs } from '@jwxt/contracts/open-course/plan-job.operations.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { z } from 'zod';
import type { CommandContext } from '../kernel/command-context.ts';
import { refusalText, refuse, type Refused } from '../kernel/refusal.ts';
import { refusalOfWindow } from './open-course-window.ts';
import { createJobs, lockJobs, partsOf, type NewJob } from './shared/create-jobs.ts';

/** An administrative class that takes a course in the semester, or a plan whose grade-major has none. */
interface PlannedClass {
  readonly planId: string;
  readonly gradeMajorName: string;
  readonly courseId: string;
  readonly courseName: string;
  readonly openDepartmentId: string;
  readonly isOpen: string;
  readonly openStatus: string;
  readonly classId: string | null;
  readonly className: string | null;
  readonly schoolZone: string | null;
  readonly studentNum: number | null;
  readonly totalHour: number;
  readonly hours: readonly { readonly xsbh: string; readonly xs: number }[];
  readonly weekHours: number | null;
  readonly weeks: string;
  readonly examMethod: string | null;
  readonly teacher: string | null;
  readonly mergeGroup: string | null;
  /** In a job that was not stopped. */
  readonly taken: boolean;
}
/** Weeks that a course is taught in where its plan does not say, and its semester is not shorter. */
const PLANNED_WEEKS = 16;
const MOST_SEATS = 999;

/**
 * Makes the jobs of rows of the course plan (SCHEME-27): for the classes that take the course and are in no job of it
 * yet, so that again it makes none. Classes of one merge group of a course are one job, whatever grade-major they are
 * of.
 */
export async function makePlanJobs(
  client: PoolClient,
  context: CommandContext,
  { semesterId, executionPlanIds, by }: z.output<typeof generatePlanJobs.payload>,
): Promise<GeneratedJobs | Refused> {
  await lockJobs(client);
  const { rows: archived } = await client.query(`select from base.semester where xnxq = $1 and sfgd = '1'`, [
    semesterId,
  ]);
  if (archived.length > 0) return refuse('JOB_SEMESTER_ARCHIVED', { semester: semesterId });
  const { rows } = await client.query<PlannedClass>(
    `select plan.execution_plan_id as "planId", grade_major.njzymc as "gradeMajorName", plan.course_id as "courseId",
        course.kcmc as "courseName", plan.open_department_id as "openDepartmentId", plan.is_open as "isOpen",
        plan.open_status as "openStatus", plan.bjdm as "classId", plan.class_name as "className",
        class_info.xqdm as "schoolZone", plan.student_num as "studentNum", plan.total_hour as "totalHour", plan.hours,
        plan.week_hours as "weekHours",
        coalesce(nullif(plan.start_end_week, ''), '1-' || greatest(2, least(semester.zs, $3))) as weeks,
        plan.exam_method as "examMethod", plan.teacher_suggest as teacher, plan.merge_group as "mergeGroup",
        exists (select from base.teaching_job job where job.course_id = plan.course_id
          and job.semester_id = plan.semester_id and job.job_status <> $4
          and job.administrative_classes ? plan.bjdm) as taken
       from base.course_plan plan join base.course on course.kch = plan.course_id
       join base.semester on semester.xnxq = plan.semester_id and semester.sfgd = '0'
       join base.grade_major on grade_major.njzydm = plan.njzydm
       left join base.class_info on class_info.bjdm = plan.bjdm
      where plan.semester_id = $1 and plan.execution_plan_id = any($2)
      order by course.ywbm, plan.njzydm, class_info.ywbm`,
    [semesterId, [...executionPlanIds], PLANNED_WEEKS, jobStatus.stopped],
  );
  const classesOf = Map.groupBy(rows, ({ planId }) => planId);
  const closed = new Map<string, string | null>();
  const closedFor = async (openDepartmentId: string): Promise<string | null> => {
    if (!closed.has(openDepartmentId)) {
      const refused = await refusalOfWindow(client, setType.jobs, { semesterId, openDepartmentId }, context.time);
      closed.set(openDepartmentId, refused && refusalText(refused.refused));
    }
    return closed.get(openDepartmentId) ?? null;
  };
  const kept: GeneratedJobs['kept'] = [];
  const wanted: PlannedClass[] = [];
  for (const planId of new Set(executionPlanIds)) {
    const classes = classesOf.get(planId) ?? [];
    const [first] = classes;
    const name = first ? `${first.gradeMajorName} ${first.courseName}` : planId;
    const message = first ? (whyNone(classes) ?? (await closedFor(first.openDepartmentId))) : '不在该学期的开课计划中';
    if (message !== null) kept.push({ key: planId, name, message });
    else wanted.push(...classes.filter(isFree));
  }
  const jobs = [...Map.groupBy(wanted, (one) => placeOf(one, by)).values()];
  const keys = await createJobs(
    client,
    context,
    jobs.map((classes) => jobOf(classes, semesterId)),
  );
  return { made: keys.length, kept };
}

const isFree = ({ classId, isOpen, taken }: PlannedClass): boolean =>
  classId !== null && isOpen === yesNo.yes && !taken;

/** Why no job is made of a plan; null when one is. */
function whyNone(classes: readonly PlannedClass[]): string | null {
  if (classes.every(({ classId }) => classId === null)) return '年级专业还没有行政班';
  if (classes.every(({ isOpen }) => isOpen === yesNo.no)) return '各班都不开课';
  if (classes.some(isFree))
    return classes[0]?.openStatus === yesNo.yes && !classes.some(({ taken }) => taken) ? '已经开课' : null;
  return '任务都已生成';
}

/** Classes of one place are one job: a job has one course, unit and campus. */
function placeOf({ courseId, openDepartmentId, schoolZone, mergeGroup, classId, planId }: PlannedClass, by: string) {
  const own = mergeGroup ? `group:${mergeGroup}` : by === 'class' ? `class:${classId ?? ''}` : `plan:${planId}`;
  return JSON.stringify([courseId, openDepartmentId, schoolZone, own]);
}

function jobOf(classes: readonly PlannedClass[], semesterId: string): NewJob {
  const [first] = classes;
  if (!first) throw new TypeError('a job without classes');
  const students = classes.reduce((sum, { studentNum }) => sum + (studentNum ?? 0), 0);
  const more = classes.length > 1 ? `等${String(classes.length)}班` : '';
  return {
    teachingClassName: `${first.courseName}（${first.className ?? ''}${more}）`.slice(0, 80),
    semesterId,
    courseId: first.courseId,
    openDepartmentId: first.openDepartmentId,
    schoolZone: first.schoolZone ?? '',
    jobType: jobType.planned,
    totalHour: first.totalHour,
    weekHours: first.weekHours,
    startEndWeek: first.weeks,
    studentNum: students,
    capacity: Math.min(MOST_SEATS, Math.max(1, students)),
    administrativeClasses: classes.flatMap(({ classId }) => classId ?? []),
    classroomType: null,
    examMethod: first.examMethod,
    teachLanguage: null,
    plateId: null,
    parts: hourTypesOf(first),
    teachers: first.teacher === null ? [] : teacherOf(first, first.teacher),
  };
}

const hourTypesOf = ({ hours, totalHour }: PlannedClass) =>
  partsOf(
    hours.map(({ xsbh, xs }) => ({ xsbh, tenths: xs })),
    totalHour,
  );

/** Who was suggested for the class has all its hours, of each type, until somebody shares them out. */
const teacherOf = (planned: PlannedClass, teacherCode: string): NewJob['teachers'] =>
  hourTypesOf(planned).map(({ hourType, hours }) => ({
    teacherCode,
    teacherRole: teacherRole.main,
    hourType,
    hour: hours,
    isScoreTeacher: true,
  }));
