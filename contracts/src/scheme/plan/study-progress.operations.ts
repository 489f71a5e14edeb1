import { z } from 'zod';
import { dateTimeText, pageNum, pageSize, total } from '../../kernel/fields.ts';
import { sortBy } from '../../kernel/list-sort.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { noScope } from '../../kernel/scope.vocabulary.ts';

const progressStates = ['earned', 'taking', 'failed', 'owed', 'ahead', 'beyond'] as const;
const progressBases = ['plan', 'replaced', 'recognised', 'open', 'surplus', 'beyond'] as const;
const sums = { required: z.string(), earned: z.string(), taking: z.string(), missing: z.string() };

const offered = z.object({ code: z.string(), name: z.string(), number: z.string() });

const progress = z.object({
  gradeMajorName: z.string(),
  /** The version of the training scheme by which it is reckoned; empty: the grade-major has none. */
  schemeVersionName: z.string(),
  /** The scheme that the plan was made from; empty: it was written by hand. */
  schemaName: z.string(),
  ...sums,
  modules: z.array(
    z.object({
      module: z.string(),
      ...sums,
      /** Classes of the module that take courses which the plan does not name. */
      openClasses: z.array(z.string()),
      lines: z.array(
        z.object({
          courseId: z.string(),
          courseCode: z.string(),
          courseName: z.string(),
          /** Its class within the module. */
          className: z.string(),
          isRequired: z.boolean(),
          credit: z.string(),
          term: z.number().int(),
          semesterId: z.string(),
          state: z.enum(progressStates),
          /** By what it was credited; null: it was not. */
          basis: z.enum(progressBases).nullable(),
          reason: z.string(),
          /** Whether it would fill what its module misses. */
          fills: z.boolean(),
        }),
      ),
    }),
  ),
  /** Scores that are not open to him yet, of which nothing is told. */
  withheld: z.boolean(),
});

/** 培养进度 of the student himself: by module what is asked for, earned, being taken and missing, with the reasons. */
export const ownStudyProgress = defineOperation({
  id: 'studyProgress.own',
  method: 'GET',
  path: '/scheme/studyProgress/own',
  access: { permission: 'studyProgress:own' },
  scope: noScope.own,
  summary: '本人的培养进度',
  input: z.object({}),
  output: progress,
});
export type OwnStudyProgress = z.output<typeof ownStudyProgress.output>;

/**
 * The same of one student, for those in whose scope he is: from all of his scores, or those that counted at a moment.
 * Plan, rosters and rules are those of today.
 */
export const studentStudyProgress = defineOperation({
  id: 'studyProgress.detail',
  method: 'GET',
  path: '/scheme/studyProgress/detail',
  access: { permission: 'studyProgress:query' },
  scope: 'student',
  summary: '学生的培养进度',
  outcome: 'query',
  input: z.object({
    studentCode: z.string().min(1, '请先选择学生再操作').max(64),
    asOf: z.union([dateTimeText, z.literal('')]).optional(),
  }),
  output: progress.extend({ studentNumber: z.string(), studentName: z.string() }),
});

/** Grade-majors of his grade that a student may think of changing to: those with a plan, by any part of the name. */
export const ownProgressChoices = defineOperation({
  id: 'studyProgress.ownChoices',
  method: 'GET',
  path: '/scheme/studyProgress/ownChoices',
  access: { permission: 'studyProgress:own' },
  scope: noScope.own,
  summary: '可对比的同年级其他专业',
  input: z.object({ keyword: z.string().trim().max(60).optional(), code: z.string().max(64).optional() }),
  output: z.object({ list: z.array(offered) }),
});

/** The own progress if one were in another grade-major of the grade: from the scores that are open alone. */
export const ownWhatIfStudyProgress = defineOperation({
  id: 'studyProgress.ownWhatIf',
  method: 'GET',
  path: '/scheme/studyProgress/ownWhatIf',
  access: { permission: 'studyProgress:own' },
  scope: noScope.own,
  summary: '假设本人转入其他专业的培养进度',
  input: z.object({ gradeMajorId: z.string().min(1, '请选择专业').max(64) }),
  output: progress,
});

/** Grade-majors with students in scope, by any part of code or name; that of `code` is among them if it is. */
export const progressGradeMajors = defineOperation({
  id: 'studyProgress.gradeMajors',
  method: 'GET',
  path: '/scheme/studyProgress/gradeMajors',
  access: { permission: 'studyProgress:query' },
  scope: 'student',
  summary: '可查看培养进度的年级专业',
  outcome: 'query',
  input: z.object({ keyword: z.string().trim().max(60).optional(), code: z.string().max(64).optional() }),
  output: z.object({ list: z.array(offered) }),
});

/** The same if he were in another grade-major: what he has counts towards its plan (转专业 is thought of before). */
export const whatIfStudyProgress = defineOperation({
  id: 'studyProgress.whatIf',
  method: 'GET',
  path: '/scheme/studyProgress/whatIf',
  access: { permission: 'studyProgress:query' },
  scope: 'student',
  summary: '假设转入其他专业的培养进度',
  outcome: 'query',
  input: z.object({
    studentCode: z.string().min(1, '请先选择学生再操作').max(64),
    gradeMajorId: z.string().min(1, '请选择年级专业').max(64),
  }),
  output: progress,
});

const ofModule = {
  module: z.string().min(1, '请选择模块').max(100),
  /** As if he were in this grade-major; without it by his own plan. */
  gradeMajorId: z.string().min(1).max(64).optional(),
};
const openCourses = z.object({
  semesterName: z.string(),
  list: z.array(
    z.object({
      courseId: z.string(),
      courseCode: z.string(),
      courseName: z.string(),
      /** The class of the module that takes it. */
      className: z.string(),
      credit: z.string(),
      openDepartmentName: z.string(),
      /** In how many teaching classes it is taught. */
      classNum: z.number().int(),
    }),
  ),
});
export type OpenCourse = z.output<typeof openCourses>['list'][number];

/**
 * Courses taught in the current semester that no plan names and that would fill a module by their nature: those that
 * are open to the student, and that he neither has nor takes.
 */
export const ownOpenCourses = defineOperation({
  id: 'studyProgress.ownOpenCourses',
  method: 'GET',
  path: '/scheme/studyProgress/ownOpenCourses',
  access: { permission: 'studyProgress:own' },
  scope: noScope.own,
  summary: '本学期可补足本人某模块的课程',
  input: z.object(ofModule),
  output: openCourses,
});
/** The same of one student, for those in whose scope he is. */
export const studentOpenCourses = defineOperation({
  id: 'studyProgress.openCourses',
  method: 'GET',
  path: '/scheme/studyProgress/openCourses',
  access: { permission: 'studyProgress:query' },
  scope: 'student',
  summary: '本学期可补足学生某模块的课程',
  outcome: 'query',
  input: z.object({ studentCode: z.string().min(1, '请先选择学生再操作').max(64), ...ofModule }),
  output: openCourses,
});

/** Which students of a grade-major a matrix shows. */
export const progressShown = { all: '0', missing: '1', owing: '2' } as const;
const moment = z.union([dateTimeText, z.literal('')]).optional();
const matrix = {
  /** By the scores that counted then, as of one student. */
  asOf: moment,
  gradeMajorId: z.string('请先选择年级专业').min(1, '请先选择年级专业').max(64),
  classId: z.string().max(64).optional(),
  keyword: z.string().trim().max(60).optional(),
  shown: z.enum(progressShown).optional(),
};

/** A student among those of his grade-major: by module in the order of `modules`, and how many courses he owes. */
const progressRow = z.object({
  studentCode: z.string(),
  studentNumber: z.string(),
  studentName: z.string(),
  className: z.string(),
  ownScheme: z.boolean(),
  ...sums,
  /** Courses that he failed, and those whose semester has passed without a score. */
  failed: z.number().int(),
  owed: z.number().int(),
  modules: z.array(z.object(sums).nullable()),
});
export type ProgressRow = z.output<typeof progressRow>;

/** What the students of a grade-major are sorted by. */
export const progressSorts = ['studentNumber', 'earned', 'taking', 'missing', 'failed', 'owed'] as const;
/** 培养进度 of the students of a grade-major in scope, beside each other. */
export const queryStudyProgress = defineOperation({
  id: 'studyProgress.query',
  method: 'POST',
  path: '/scheme/studyProgress/query',
  access: { permission: 'studyProgress:query' },
  scope: 'student',
  summary: '专业培养进度',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ ...matrix, sort: sortBy(progressSorts), pageNo: pageNum, pageSize }),
  output: z.object({
    /** Modules of the plans, in their order. */
    modules: z.array(z.string()),
    /** Classes of the grade-major with students in scope. */
    classes: z.array(z.object({ code: z.string(), name: z.string() })),
    rows: z.array(progressRow),
    total,
    /** Of all students in scope who match class and keyword. */
    counts: z.object({
      students: z.number().int(),
      missing: z.number().int(),
      owing: z.number().int(),
    }),
  }),
});
export const exportStudyProgress = defineOperation({
  id: 'studyProgress.exportExcel',
  method: 'POST',
  path: '/scheme/studyProgress/exportExcel',
  access: { permission: 'studyProgress:query' },
  scope: 'student',
  summary: '导出专业培养进度',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(matrix),
  output: z.unknown(),
});

export const studyProgressOperations = [
  ownStudyProgress,
  studentStudyProgress,
  whatIfStudyProgress,
  ownProgressChoices,
  ownWhatIfStudyProgress,
  ownOpenCourses,
  studentOpenCourses,
  progressGradeMajors,
  queryStudyProgress,
  exportStudyProgress,
] as const;
