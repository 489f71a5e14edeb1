import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import {
  exportStudyProgress,
  ownOpenCourses,
  ownProgressChoices,
  ownStudyProgress,
  ownWhatIfStudyProgress,
  progressGradeMajors,
  progressShown,
  type progressSorts,
  queryStudyProgress,
  studentOpenCourses,
  studentStudyProgress,
  whatIfStudyProgress,
  type ProgressRow,
} from '@jwxt/contracts/scheme/plan/study-progress.operations.ts';
import {
  BEYOND_PLAN,
  openClassOf,
  type ProgressModule,
  type ProgressState,
  type StudyProgress,
} from '@jwxt/contracts/scheme/plan/study-progress.ts';
import type { InputOf } from '@jwxt/contracts/kernel/operation.ts';
import { studentScope } from '../../base-info/shared/student-scope.ts';
import { workbookAnswer } from '../../kernel/document-answer.ts';
import { documentHandler } from '../../kernel/export-handler.ts';
import { handler, type Handler, type SignedInCall } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { sortedRows } from '../../kernel/sorted-rows.ts';
import { containing, sqlParams } from '../../kernel/sql-params.ts';
import type { WorkbookColumn } from '../../kernel/workbook.ts';
import { releasedScores } from '../../score-setting/shared/released-scores.read.ts';
import { endOfSecond } from '../../score-card/shared/past-attempts.ts';
import { readOfferedCourses } from './open-courses.read.ts';
import { readProgressFrame } from './progress-frame.read.ts';
import { progressOfStudents, type StudentProgress } from './progress-of-students.ts';
import {
  offerMajorsOfStudents,
  offerOtherMajors,
  readAttemptsAt,
  readPlanOfGradeMajor,
  readProgressAttempts,
  readProgressStudent,
  readProgressStudents,
  semesterAt,
  type ProgressStudent,
} from './study-progress.read.ts';

const sumsOf = ({ required, earned, taking, missing }: StudyProgress | ProgressModule) => ({
  required: hoursText(required),
  earned: hoursText(earned),
  taking: hoursText(taking),
  missing: hoursText(missing),
});

/** The progress of one student as it is told. */
const told = ({ student, schemeVersionName, schemaName, progress }: StudentProgress) => ({
  gradeMajorName: student.ownScheme ? `个人培养方案（${student.gradeMajorName}）` : student.gradeMajorName,
  schemeVersionName,
  schemaName,
  ...sumsOf(progress),
  modules: progress.modules.map((module) => ({
    module: module.module,
    ...sumsOf(module),
    openClasses: [...module.openClasses],
    lines: module.lines.map((line) => ({
      courseId: line.courseId,
      courseCode: line.courseCode,
      courseName: line.courseName,
      className: line.className,
      isRequired: line.isRequired,
      credit: hoursText(line.credit),
      term: line.term,
      semesterId: line.semesterId,
      state: line.state,
      basis: line.basis,
      reason: line.reason,
      fills: line.fills,
    })),
  })),
});

/** A student in the scope of who asks. */
async function studentInScope(studentCode: string, call: SignedInCall): Promise<ProgressStudent> {
  const params = sqlParams();
  const reach = scopeCondition(call.user, call.permission, studentScope('student'), params);
  const [student] = await readProgressStudents(
    call.services.db,
    `student.student_code = ${params.add(studentCode)} and ${reach}`,
    params.values,
  );
  if (!student) throw new Refused('NOT_FOUND');
  return student;
}

/** What the progress of these students is reckoned from: now, or at a moment in local time. */
async function standing(students: readonly ProgressStudent[], asOf: string | undefined, { services }: SignedInCall) {
  const { db } = services;
  const codes = students.map(({ studentCode }) => studentCode);
  if (!asOf) return await progressOfStudents(db, students, readProgressAttempts(db, codes));
  const moment = endOfSecond(asOf);
  return await progressOfStudents(db, students, readAttemptsAt(services, codes, moment), {
    semester: await semesterAt(db, moment),
  });
}

/** The caller as a student. */
async function ownStudent({ services, user: { studentCode } }: SignedInCall): Promise<ProgressStudent> {
  const student = studentCode === null ? undefined : await readProgressStudent(services.db, studentCode);
  if (!student) throw new Refused('PLAN_NO_STUDENT');
  return student;
}

/** Where the student himself stands, by the scores that are open to him, which say whether others are not. */
async function ownStanding(
  student: ProgressStudent,
  supposed: Parameters<typeof progressOfStudents>[3],
  call: SignedInCall,
) {
  const { db } = call.services;
  const released = readProgressAttempts(db, [student.studentCode]).then((attempts) =>
    releasedScores(db, call, student.studentCode, attempts),
  );
  const [own] = await progressOfStudents(
    db,
    [student],
    released.then(({ shown }) => shown),
    supposed,
  );
  return { own: own!, withheld: (await released).withheld.length > 0 };
}
async function ownProgress(...asked: Parameters<typeof ownStanding>) {
  const { own, withheld } = await ownStanding(...asked);
  return { ...told(own), withheld };
}

/** Another grade-major that a student may think of changing to. */
async function otherMajor(student: ProgressStudent, gradeMajorId: string, call: SignedInCall) {
  const choices = await offerOtherMajors(call.services.db, student, { code: gradeMajorId });
  if (!choices.some(({ code }) => code === gradeMajorId)) throw new Refused('PLAN_GRADE_MAJOR_GONE');
  return await supposedPlan(gradeMajorId, call);
}

/** What is taught this semester that would fill a module by its nature, and that a student neither has nor takes. */
async function openCoursesOf(
  { student, progress }: StudentProgress,
  module: string,
  gradeMajorId: string | undefined,
  { services: { db } }: SignedInCall,
) {
  const asked = gradeMajorId ?? student.planGradeMajorId;
  const { majors } = await readProgressFrame(db, [asked]);
  const open = majors.get(asked)?.open ?? [];
  const natures = open.filter((one) => one.module === module).map(({ courseNature }) => courseNature);
  const offered = natures.length === 0 ? [] : await readOfferedCourses(db, student.studentCode, natures);
  const known = new Set(progress.modules.flatMap(({ lines }) => lines).map(({ courseId }) => courseId));
  return {
    semesterName: offered[0]?.semesterName ?? '',
    list: offered.flatMap((course) => {
      const place = openClassOf(course, open);
      if (place?.module !== module || known.has(course.courseId)) return [];
      const { courseId, courseCode, courseName, credit, openDepartmentName, classNum } = course;
      const { className } = place;
      return [{ courseId, courseCode, courseName, className, credit: hoursText(credit), openDepartmentName, classNum }];
    }),
  };
}

/** The plan of another grade-major, by which somebody is supposed to study, with its name. */
async function supposedPlan(gradeMajorId: string, { services: { db } }: SignedInCall) {
  const [{ rows }, courses] = await Promise.all([
    db.query<{ name: string }>('select njzymc as name from base.grade_major where njzydm = $1', [gradeMajorId]),
    readPlanOfGradeMajor(db, gradeMajorId),
  ]);
  if (!rows[0]) throw new Refused('PLAN_GRADE_MAJOR_GONE');
  return { name: rows[0].name, plan: { gradeMajorId, courses } };
}

type Asked = Pick<InputOf<typeof queryStudyProgress>, 'gradeMajorId' | 'classId' | 'keyword' | 'shown' | 'asOf'>;

/** Students of a grade-major in scope, with the modules of their plans. */
async function progressOfGradeMajor({ gradeMajorId, classId, keyword, shown, asOf }: Asked, call: SignedInCall) {
  const { db } = call.services;
  const params = sqlParams();
  const conditions = [
    scopeCondition(call.user, call.permission, studentScope('student'), params),
    `student.njzydm = ${params.add(gradeMajorId)}`,
  ];
  if (classId) conditions.push(`student.bjdm = ${params.add(classId)}`);
  if (keyword) {
    const part = params.add(containing(keyword));
    conditions.push(`(student.student_number like ${part} or student.student_name like ${part})`);
  }
  const students = await readProgressStudents(db, conditions.join(' and '), params.values);
  const all = await standing(students, asOf, call);
  const named = new Set(all.flatMap(({ progress }) => progress.modules.map(({ module }) => module)));
  // What is outside of every plan comes last.
  const modules = [
    ...[...named].filter((module) => module !== BEYOND_PLAN),
    ...(named.has(BEYOND_PLAN) ? [BEYOND_PLAN] : []),
  ];
  const rows = all.map((one) => rowOf(one, modules));
  const missing = rows.filter((row) => Number(row.missing) > 0);
  const owing = rows.filter((row) => row.failed + row.owed > 0);
  return {
    modules,
    rows: shown === progressShown.missing ? missing : shown === progressShown.owing ? owing : rows,
    counts: { students: rows.length, missing: missing.length, owing: owing.length },
  };
}

/** Classes of a grade-major with students in scope. */
async function classesInScope(gradeMajorId: string, call: SignedInCall) {
  const params = sqlParams();
  const reach = scopeCondition(call.user, call.permission, studentScope('student'), params);
  const { rows } = await call.services.db.query<{ code: string; name: string }>(
    `select bjdm as code, bjmc as name from base.class_info
      where exists (select from base.student where student.bjdm = class_info.bjdm
        and student.njzydm = ${params.add(gradeMajorId)} and ${reach}) order by bjdm`,
    [...params.values],
  );
  return rows;
}

function rowOf({ student, progress }: StudentProgress, modules: readonly string[]): ProgressRow {
  const byName = new Map(progress.modules.map((module) => [module.module, module]));
  const count = (state: ProgressState): number =>
    progress.modules.reduce((sum, { lines }) => sum + lines.filter((line) => line.state === state).length, 0);
  return {
    studentCode: student.studentCode,
    studentNumber: student.studentNumber,
    studentName: student.studentName,
    className: student.className,
    ownScheme: student.ownScheme,
    ...sumsOf(progress),
    failed: count('failed'),
    owed: count('owed'),
    modules: modules.map((name) => {
      const module = byName.get(name);
      return module ? sumsOf(module) : null;
    }),
  };
}

/** What the list is sorted by. */
const sortValues: Readonly<Record<(typeof progressSorts)[number], (row: ProgressRow) => string | number>> = {
  studentNumber: (row) => row.studentNumber,
  earned: (row) => Number(row.earned),
  taking: (row) => Number(row.taking),
  missing: (row) => Number(row.missing),
  failed: (row) => row.failed,
  owed: (row) => row.owed,
};

const number = (header: string, value: (row: ProgressRow) => string): WorkbookColumn<ProgressRow> => ({
  header,
  width: 12,
  kind: 'number',
  value,
});

/** 培养进度 (SCHEME-13): a student's own from the scores that are open to him alone; staff see by all. */
export const studyProgressHandlers: readonly Handler[] = [
  handler(ownStudyProgress, async (_input, call) => await ownProgress(await ownStudent(call), {}, call)),
  handler(ownProgressChoices, async (search, call) => ({
    list: await offerOtherMajors(call.services.db, await ownStudent(call), search),
  })),
  handler(ownWhatIfStudyProgress, async ({ gradeMajorId }, call) => {
    const student = await ownStudent(call);
    const { name, plan } = await otherMajor(student, gradeMajorId, call);
    return { ...(await ownProgress(student, { plan }, call)), gradeMajorName: name };
  }),
  handler(ownOpenCourses, async ({ module, gradeMajorId }, call) => {
    const student = await ownStudent(call);
    const supposed = gradeMajorId === undefined ? {} : { plan: (await otherMajor(student, gradeMajorId, call)).plan };
    return await openCoursesOf((await ownStanding(student, supposed, call)).own, module, gradeMajorId, call);
  }),
  handler(studentOpenCourses, async ({ studentCode, module, gradeMajorId }, call) => {
    const { db } = call.services;
    const student = await studentInScope(studentCode, call);
    const supposed = gradeMajorId === undefined ? {} : { plan: (await supposedPlan(gradeMajorId, call)).plan };
    const [one] = await progressOfStudents(db, [student], readProgressAttempts(db, [studentCode]), supposed);
    return await openCoursesOf(one!, module, gradeMajorId, call);
  }),
  handler(studentStudyProgress, async ({ studentCode, asOf }, call) => {
    const student = await studentInScope(studentCode, call);
    const { studentNumber, studentName } = student;
    const [one] = await standing([student], asOf, call);
    return { studentNumber, studentName, ...told(one!), withheld: false };
  }),
  handler(whatIfStudyProgress, async ({ studentCode, gradeMajorId }, call) => {
    const { db } = call.services;
    const student = await studentInScope(studentCode, call);
    const { name, plan } = await supposedPlan(gradeMajorId, call);
    const [one] = await progressOfStudents(db, [student], readProgressAttempts(db, [studentCode]), { plan });
    return { ...told(one!), gradeMajorName: name, withheld: false };
  }),
  handler(progressGradeMajors, async (search, call) => {
    const params = sqlParams();
    const reach = scopeCondition(call.user, call.permission, studentScope('student'), params);
    return { list: await offerMajorsOfStudents(call.services.db, reach, params, search) };
  }),
  handler(queryStudyProgress, async ({ pageNo, pageSize, sort, ...asked }, call) => {
    const [{ modules, rows: found, counts }, classes] = await Promise.all([
      progressOfGradeMajor(asked, call),
      classesInScope(asked.gradeMajorId, call),
    ]);
    const rows = sortedRows(found, sort, sortValues);
    const from = (pageNo - 1) * pageSize;
    return { modules, classes, rows: rows.slice(from, from + pageSize), total: rows.length, counts };
  }),
  documentHandler(exportStudyProgress, async (asked, call) => {
    const { modules, rows } = await progressOfGradeMajor(asked, call);
    const at = asked.asOf ? `_${asked.asOf.replaceAll(/\D/g, '')}` : '';
    return await workbookAnswer(call, 'one grade-major', `专业培养进度${at}.xlsx`, {
      sheet: '培养进度',
      rows,
      columns: [
        { header: '学号', width: 14, value: (row) => row.studentNumber },
        { header: '姓名', width: 12, value: (row) => row.studentName },
        { header: '行政班', width: 18, value: (row) => row.className },
        { header: '个人培养方案', width: 12, value: (row) => (row.ownScheme ? '是' : '') },
        number('要求学分', (row) => row.required),
        number('已获学分', (row) => row.earned),
        number('在修学分', (row) => row.taking),
        number('还差学分', (row) => row.missing),
        number('未通过门数', (row) => String(row.failed)),
        number('应修未修门数', (row) => String(row.owed)),
        ...modules.flatMap((module, at) => [
          number(`${module}：要求`, (row) => row.modules[at]?.required ?? ''),
          number(`${module}：已获`, (row) => row.modules[at]?.earned ?? ''),
          number(`${module}：还差`, (row) => row.modules[at]?.missing ?? ''),
        ]),
      ],
    });
  }),
];
