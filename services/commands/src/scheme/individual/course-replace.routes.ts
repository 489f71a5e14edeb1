import { studentWithNumber } from '@jwxt/contracts/base-info/student-with-number.ts';
import type { z } from 'zod';
import { courseReplace, type CourseReplaceRequest } from '@jwxt/contracts/scheme/individual/course-replace.events.ts';
import { applyForCourseReplace } from '@jwxt/contracts/scheme/individual/course-replace.operations.ts';
import { replaceProblems } from '@jwxt/contracts/scheme/individual/course-replace.rules.ts';
import { creditText } from '@jwxt/contracts/scheme/scheme-system.rules.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { applyForRequest, draftRequest, type Turn } from '../../approval/shared/apply-for-request.ts';
import type { CommandsArea } from '../../kernel/area.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { defineRoute, type CommandServices } from '../../kernel/command-route.ts';
import { isRefused, refuse, refuseField, type Refused } from '../../kernel/refusal.ts';
import { replaceConflicts } from './course-replace-checks.ts';
import { courseReplaceDecider } from './course-replace.decider.ts';
import { settleCourseReplace } from './course-replace-effect.ts';

type Form = z.output<typeof applyForCourseReplace.payload>;
type Replaced = CourseReplaceRequest['oldCourses'][number];

/** Applying for a replacement of courses (SCHEME-37, 38), and what becomes of it. */
export const courseReplaceRequests: CommandsArea = {
  routes: [
    defineRoute(applyForCourseReplace, (form, context, services) =>
      applyForRequest(
        {
          kind: courseReplace,
          decider: courseReplaceDecider,
          notEditable: 'COURSE_REPLACE_NOT_EDITABLE',
          applyId: form.applyId,
          requestOf: (turn) => requestOf(form, turn, context, services),
        },
        context,
        services,
      ),
    ),
  ],
  policies: [settleCourseReplace],
};

/** Everything that is asked for, or why it cannot be. */
async function requestOf(
  form: Form,
  turn: Turn,
  context: CommandContext,
  services: CommandServices,
): Promise<CourseReplaceRequest | Refused> {
  const { pool } = services;
  const target = await loadTarget(pool, form);
  if (isRefused(target)) return target;
  const wrong = [
    ...replaceProblems(form),
    ...(await replaceConflicts(pool, form, { gradeMajorId: form.gradeMajorId, students: form.studentCodes }, null)),
  ];
  if (wrong.length > 0) return refuse('INVALID_INPUT', {}, { fieldErrors: wrong });
  const [oldCourses, newCourses] = await Promise.all([
    loadCourses(pool, form.oldCourses, false),
    loadCourses(pool, form.newCourses, true),
  ]);
  if (oldCourses.length < form.oldCourses.length) return refuseField('COURSE_REPLACE_NO_COURSE', {}, 'oldCourses');
  if (newCourses.length < form.newCourses.length) return refuseField('COURSE_REPLACE_NO_COURSE', {}, 'newCourses');
  const asked = {
    ...target,
    gradeMajorId: form.gradeMajorId,
    oldCourses,
    newCourses,
    beginSemesterId: form.beginSemesterId,
    replaceReason: form.replaceReason,
  };
  const application = await draftRequest(courseReplace, turn, context, services, {
    units: { XSDW: target.departmentId },
    figures: {},
    content: contentOf(asked, await loadFrame(pool, asked)),
    business: asked,
  });
  return isRefused(application) ? application : { applyId: turn.applyId, ...asked, application };
}

type Target = Pick<CourseReplaceRequest, 'gradeMajorName' | 'students' | 'departmentId'>;

async function loadTarget(db: Queryable, { gradeMajorId, studentCodes }: Form): Promise<Target | Refused> {
  if (gradeMajorId !== null) {
    const { rows } = await db.query<Omit<Target, 'students'>>(
      `select njzymc as "gradeMajorName", dwh as "departmentId" from base.grade_major where njzydm = $1`,
      [gradeMajorId],
    );
    return rows[0] ? { ...rows[0], students: [] } : refuseField('COURSE_REPLACE_NO_TARGET', {}, 'gradeMajorId');
  }
  const { rows } = await db.query<Target['students'][number] & { departmentId: string }>(
    `select student_code as "studentCode", student_number as "studentNumber", student_name as "studentName",
        dwh as "departmentId" from base.student where student_code = any($1) order by student_number`,
    [studentCodes],
  );
  if (rows.length === 0 || rows.length < new Set(studentCodes).size)
    return refuseField('COURSE_REPLACE_NO_TARGET', {}, 'studentCodes');
  const departmentId = rows[0]?.departmentId ?? '';
  if (rows.some((row) => row.departmentId !== departmentId))
    return refuseField('COURSE_REPLACE_SEVERAL_UNITS', {}, 'studentCodes');
  return {
    gradeMajorName: '',
    departmentId,
    students: rows.map(({ departmentId: _departmentId, ...student }) => student),
  };
}

/** Courses by their keys in the order of their numbers; new ones are in use. */
async function loadCourses(db: Queryable, ids: readonly string[], inUse: boolean): Promise<Replaced[]> {
  const { rows } = await db.query<Replaced>(
    `select kch as "courseId", ywbm as "courseNum", kcmc as "courseName", xf as credit
       from base.course where kch = any($1) and (sfqy = '1' or not $2) order by ywbm`,
    [ids, inUse],
  );
  return rows;
}

type Asked = Omit<CourseReplaceRequest, 'applyId' | 'application'>;

/** How many students of a grade-major it is about, and the name of the semester from which on it holds. */
async function loadFrame(
  db: Queryable,
  { gradeMajorId, beginSemesterId }: Asked,
): Promise<{ readonly studentNum: number; readonly semesterName: string | null }> {
  const { rows } = await db.query<{ studentNum: number; semesterName: string | null }>(
    `select (select count(*) from base.student where njzydm = $1)::int as "studentNum",
        (select xnxqmc from base.semester where xnxq = $2) as "semesterName"`,
    [gradeMajorId, beginSemesterId],
  );
  return rows[0] ?? { studentNum: 0, semesterName: null };
}

function contentOf(asked: Asked, { studentNum, semesterName }: Awaited<ReturnType<typeof loadFrame>>) {
  const { gradeMajorName, students, oldCourses, newCourses, beginSemesterId, replaceReason } = asked;
  const names = students.map(studentWithNumber);
  const whom = gradeMajorName === '' ? names.join('、') : gradeMajorName;
  const named = (list: readonly Replaced[]): string =>
    list
      .map(({ courseName, courseNum, credit }) => `${courseName}（${courseNum}，${creditText(credit)} 学分）`)
      .join('、');
  const short = (list: readonly Replaced[]): string => list.map(({ courseName }) => courseName).join('、');
  const credits = (list: readonly Replaced[]): number => list.reduce((sum, { credit }) => sum + credit, 0);
  const difference = credits(newCourses) - credits(oldCourses);
  return {
    title: `${names.length > 3 ? `${String(names.length)} 名学生` : whom}：${short(oldCourses)} → ${short(newCourses)}`,
    pieces: [
      { label: gradeMajorName === '' ? '学生' : '年级专业', value: whom },
      ...(gradeMajorName === '' ? [] : [{ label: '涉及学生', value: `${String(studentNum)} 人` }]),
      { label: '原课程', value: named(oldCourses) },
      { label: '替代课程', value: named(newCourses) },
      { label: '学分差', value: `${difference > 0 ? '+' : ''}${creditText(difference)}` },
      { label: '生效学期', value: semesterName ?? beginSemesterId ?? '审批通过即生效' },
      { label: '替代原因', value: replaceReason },
    ],
    differences: [],
  };
}
