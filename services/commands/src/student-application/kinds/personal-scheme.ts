import { attemptsStream } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsStreams } from '@jwxt/contracts/score/attempts.state.ts';
import { creditText } from '@jwxt/contracts/scheme/scheme-system.rules.ts';
import {
  personalChange,
  personalChangeNames,
  personalScheme,
  personalSchemeReasons,
} from '@jwxt/contracts/student-application/kinds/personal-scheme.ts';
import {
  changedPlan,
  creditsByModule,
  shortModule,
  type BroughtCourse,
  type PersonalCourse,
} from '@jwxt/contracts/student-application/kinds/personal-scheme.rules.ts';
import { loadAskedCredits } from '@jwxt/infra/runtime/asked-credits.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import { logOperations, type LoggedChange } from '../../kernel/operation-log.ts';
import { isRefused, refuseField } from '../../kernel/refusal.ts';
import { defineApplicationRules } from '../student-application-rules.ts';

const LOGGED_AS = 'personalScheme';

/** What a module asks for beside the credits that are planned in it, and what it is short of. */
function askedText(planned: number, asked: number | undefined): string {
  if (asked === undefined) return '';
  const short = asked - planned;
  return `，要求 ${creditText(asked)} 学分${short > 0 ? `，还差 ${creditText(short)} 学分` : ''}`;
}

/** 个人培养方案 (SCHEME-39): the plan of a grade-major with changes, frozen as it is asked for. */
export const personalSchemeRules = defineApplicationRules({
  kind: personalScheme,

  async prepare({ form, student: { studentCode }, services }) {
    const { baseGradeMajorId, schemeReason, reasonText, changes } = form;
    const { pool } = services;
    const [plan, asked] = await Promise.all([
      loadPlan(pool, baseGradeMajorId),
      loadAskedCredits(pool, baseGradeMajorId),
    ]);
    if (plan.length === 0) return refuseField('PERSONAL_SCHEME_NO_PLAN', {}, 'baseGradeMajorId');
    const known = await loadCourses(
      pool,
      changes.flatMap(({ courseId, newCourseId }) => [courseId, newCourseId ?? '']),
    );
    const courses = changedPlan(plan, changes, known);
    if ('why' in courses)
      return refuseField(
        'PERSONAL_SCHEME_COURSE',
        { why: courses.why },
        `changes.${String(courses.at)}.${courses.field}`,
      );
    const short = shortModule(plan, courses, asked);
    if (short)
      return refuseField(
        'PERSONAL_SCHEME_SHORT',
        { module: short.module, required: creditText(short.required), planned: creditText(short.planned) },
        'changes',
      );
    const [passed, { name, semesterId }] = await Promise.all([
      passedCourses(services, studentCode, courses),
      loadNames(pool, baseGradeMajorId),
    ]);
    const sum = (some: readonly PersonalCourse[]): string =>
      `${String(some.length)} 门，${creditText(some.reduce((all, { credit }) => all + credit, 0))} 学分`;
    const earned = courses.filter(({ courseId }) => passed.has(courseId));
    const due = courses.filter(({ courseId }) => !passed.has(courseId));
    const nameOf = (courseId: string | null): string =>
      known.get(courseId ?? '')?.courseName ?? plan.find((one) => one.courseId === courseId)?.courseName ?? '';
    return {
      subject: 'scheme',
      subjectName: name,
      semesterId,
      courseId: null,
      teachingClassId: null,
      openDepartmentId: null,
      details: [
        { label: '依据方案', value: name },
        { label: '申请原因', value: personalSchemeReasons[schemeReason] },
        ...(reasonText === null ? [] : [{ label: '说明', value: reasonText }]),
        ...(changes.length === 0 ? [{ label: '课程调整', value: '无，与依据方案相同' }] : []),
        ...changes.map(({ changeType, courseId, newCourseId }, index) => ({
          label: `课程调整 ${String(index + 1)}`,
          value: `${personalChangeNames[changeType]} ${nameOf(courseId)}${
            newCourseId !== null && changeType === personalChange.replaced ? ` → ${nameOf(newCourseId)}` : ''
          }`,
        })),
        { label: '全部课程', value: sum(courses) },
        { label: '已修课程', value: sum(earned) },
        { label: '应修课程', value: sum(due) },
        ...[...creditsByModule(courses)].map(([module, credit]) => ({
          label: module === '' ? '其他课程' : module,
          value: `安排 ${creditText(credit)} 学分${askedText(credit, asked.get(module))}`,
        })),
        ...[...Map.groupBy(due, ({ term }) => term)].map(([term, some]) => ({
          label: `第 ${String(term)} 学期`,
          value: some.map(({ courseName, credit }) => `${courseName} ${creditText(credit)}`).join('、'),
        })),
      ],
      facts: {
        gradeMajorId: baseGradeMajorId,
        schemeReason,
        courses: JSON.stringify(
          courses.map((course) => ({ ...course, earned: passed.has(course.courseId) ? '1' : '0' })),
        ),
      },
    };
  },

  async effect({ applyId, studentCode, facts }, context, { pool }) {
    const done = await applyOnce(pool, context, async (client) => {
      const { gradeMajorId, schemeReason, courses } = facts;
      await client.query(
        `insert into base.personal_scheme (personal_scheme_id, student_code, base_grade_major_id, scheme_reason,
            total_credit)
          select $1, $2, $3, $4, sum(credit) from jsonb_to_recordset($5::jsonb) as course (credit int)`,
        [applyId, studentCode, gradeMajorId, schemeReason, courses],
      );
      await client.query(
        `insert into base.personal_scheme_course (personal_scheme_id, student_code, kch, term, xnxq, credit,
            course_attribute, course_system_name, change_type, earned)
          select $1, $2, course."courseId", course.term, base.plan_semester(grade_major.njdm, course.term),
              course.credit, course."courseAttribute", nullif(course.module, ''), course."changeType", course.earned
            from base.grade_major, jsonb_to_recordset($4::jsonb) as course ("courseId" text, term int, credit int,
              "courseAttribute" text, module text, "changeType" text, earned text)
            where grade_major.njzydm = $3`,
        [applyId, studentCode, gradeMajorId, courses],
      );
      const after = { studentCode, baseGradeMajorId: gradeMajorId, schemeReason };
      await logOperations(client, context, 'create', LOGGED_AS, [{ key: applyId, before: null, after }]);
      return {};
    });
    return isRefused(done) ? done : null;
  },

  async revoke({ applyId }, _reason, context, { pool }) {
    const done = await applyOnce(pool, context, async (client) => {
      const { rows } = await client.query<LoggedChange>(
        `delete from base.personal_scheme own where personal_scheme_id = $1
          returning personal_scheme_id as key, to_jsonb(own) as before, null as after`,
        [applyId],
      );
      await logOperations(client, context, 'delete', LOGGED_AS, rows);
      return {};
    });
    return isRefused(done) ? done : null;
  },
});

/** The execution plan of a grade-major; modules are the outermost that it names, as in the study progress. */
async function loadPlan(db: Queryable, gradeMajorId: string): Promise<PersonalCourse[]> {
  const { rows } = await db.query<PersonalCourse>(
    `select plan.kch as "courseId", course.kcmc as "courseName", plan.term, plan.credit,
        plan.course_attribute as "courseAttribute",
        coalesce(split_part(plan.course_system_name, '／', 1), '') as module, '0' as "changeType"
       from base.execution_plan plan join base.course using (kch)
      where plan.njzydm = $1 and plan.plan_status <> '3' order by plan.term, course.ywbm`,
    [gradeMajorId],
  );
  return rows;
}

async function loadCourses(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, BroughtCourse>> {
  const { rows } = await db.query<BroughtCourse & { courseId: string }>(
    `select kch as "courseId", kcmc as "courseName", xf as credit, kcsx as "courseAttribute"
       from base.course where kch = any($1) and sfqy = '1'`,
    [ids],
  );
  return new Map(rows.map(({ courseId, ...course }) => [courseId, course]));
}

async function loadNames(db: Queryable, gradeMajorId: string): Promise<{ name: string; semesterId: string }> {
  const { rows } = await db.query<{ name: string; semesterId: string }>(
    `select njzymc as name, coalesce((select max(xnxq) from base.semester where sfdqxq = '1'),
        base.plan_semester(njdm, 1)) as "semesterId" from base.grade_major where njzydm = $1`,
    [gradeMajorId],
  );
  return rows[0] ?? { name: gradeMajorId, semesterId: '' };
}

/** The courses that the student has passed, there or by recognition, as the log says. */
async function passedCourses(
  { handler }: CommandServices,
  studentCode: string,
  courses: readonly PersonalCourse[],
): Promise<ReadonlySet<string>> {
  const passed = await Promise.all(
    courses.map(async ({ courseId }) => {
      const { state } = await handler.read(attemptsStream(studentCode, courseId), attemptsStreams);
      return state.attempts.some((attempt) => attempt.passed) ? [courseId] : [];
    }),
  );
  return new Set(passed.flat());
}
