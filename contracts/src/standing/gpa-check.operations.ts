import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { commandId, dateTimeText, pageNum, pageSize, semesterKey, total } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { shownCourse } from './frozen-course.ts';

/** Whether a student has said that his figures are right. */
export const checkStatus = { unchecked: '0', checked: '1', objected: '2' } as const;
export type CheckStatus = (typeof checkStatus)[keyof typeof checkStatus];
export const checkStatusNames = {
  [checkStatus.unchecked]: '未核对',
  [checkStatus.checked]: '已核对',
  [checkStatus.objected]: '有异议',
} as const satisfies Record<CheckStatus, string>;

const text = z.string().trim().max(60).optional();
const count = z.number().int().min(0);
const filter = {
  semesterId: semesterKey,
  keyword: text,
  gradeCode: text,
  departmentId: text,
  checkStatus: z.enum(checkStatus).optional(),
};

/** The figures of a version as people read them. */
const figures = z.object({
  versionNo: z.number().int(),
  gpa: z.string(),
  weightedAverage: z.string(),
  creditEarned: z.string(),
  creditFailed: z.string(),
  /** `3 / 32`, empty without an average. */
  rankInClass: z.string(),
  rankInMajor: z.string(),
  ruleVersion: z.string(),
  generatedAt: dateTimeText,
});
export type GpaFigures = z.output<typeof figures>;
/** What students read of theirs: whether ranks are shown to them is not decided with a list. */
const ownFigures = figures.omit({ rankInClass: true, rankInMajor: true });
const check = {
  checkStatus: z.enum(checkStatus),
  checkTime: dateTimeText.nullable(),
  /** What the student objects to; empty: nothing. */
  objection: z.string(),
};

/** One student of a frozen list. */
export const gpaCheckRow = figures.extend({
  gpaCheckId: z.string(),
  studentCode: z.string(),
  studentNumber: z.string(),
  studentName: z.string(),
  departmentName: z.string(),
  gradeMajorName: z.string(),
  administrativeClassName: z.string(),
  ...check,
});
export type GpaCheckRow = z.output<typeof gpaCheckRow>;

/** What the list is sorted by. */
export const gpaCheckSorts = [
  'studentNumber',
  'gradeMajorName',
  'gpa',
  'creditEarned',
  'rankInMajor',
  'checkStatus',
] as const;

/** 绩点核查 (SCORE-MORE-21): the frozen list of a semester, the newest version of each student in scope. */
export const queryGpaChecks = defineOperation({
  id: 'gpaCheckList.query',
  method: 'POST',
  path: '/score/gpaCheckList/query',
  access: { permission: 'gpaCheckList:query' },
  scope: 'student',
  summary: '绩点核查名单',
  encoding: 'form',
  outcome: 'query',
  input: z.object({
    ...filter,
    /** Without it: the latest of which there is a list. */
    semesterId: semesterKey.optional(),
    sort: sortBy(gpaCheckSorts),
    pageNo: pageNum,
    pageSize,
  }),
  output: z.object({
    /** Null: there is no list at all. */
    semesterId: z.string().nullable(),
    rows: z.array(gpaCheckRow),
    total,
    /** Of all that the filter without its status finds, by status. */
    counts: z.record(z.enum(checkStatus), count),
  }),
});
export const exportGpaChecks = defineOperation({
  id: 'gpaCheckList.export',
  method: 'POST',
  path: '/score/gpaCheckList/exportExcel',
  access: { permission: 'gpaCheckList:exportExcel' },
  scope: 'student',
  summary: '导出绩点核查名单',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(filter),
  output: z.unknown(),
});

/** A frozen row with what went into it, and the versions of the same list before it, newest first. */
const gpaCheckDetail = z.object({
  row: gpaCheckRow,
  courses: z.array(shownCourse),
  earlier: z.array(figures),
});
export const gpaCheckDetailOperation = defineOperation({
  id: 'gpaCheckList.detail',
  method: 'GET',
  path: '/score/gpaCheckList/detail',
  access: { permission: 'gpaCheckList:query' },
  scope: 'student',
  summary: '绩点核查明细',
  outcome: 'query',
  input: z.object({ key: z.string().min(1).max(64) }),
  output: gpaCheckDetail,
});

/** Freezes the list of a semester anew: students whose figures are what they were keep their version. */
export const generateGpaChecks = defineOperation({
  id: 'gpaCheckList.generate',
  method: 'POST',
  path: '/score/gpaCheckList/generate',
  access: { permission: 'gpaCheckList:generate' },
  scope: noScope.school,
  summary: '生成绩点核查名单',
  encoding: 'form',
  outcome: 'generate',
  input: z.object({ commandId, semesterId: semesterKey, gradeCode: text, departmentId: text }),
  output: z.object({ jobId: z.uuid(), total: count }),
});
/** What the job of a generation is told. */
export const gpaCheckGeneration = z.object({ semesterId: z.string() });

/** The frozen lists that a student is on, with what went into them; what is not open to him is left out. */
export const ownGpaChecks = defineOperation({
  id: 'gpaCheckList.own',
  method: 'GET',
  path: '/score/gpaCheckList/own',
  access: { permission: 'gpaCheckList:own' },
  scope: noScope.own,
  summary: '本人的绩点核查',
  outcome: 'query',
  input: z.object({}),
  output: z.object({
    list: z.array(
      ownFigures.extend({
        gpaCheckId: z.string(),
        semesterName: z.string(),
        ...check,
        courses: z.array(shownCourse),
        /** Figures of the version before; null: this is the first. */
        before: ownFigures.nullable(),
      }),
    ),
    /** Semesters of lists that hold scores which are not open yet. */
    withheld: z.array(z.string()),
  }),
});
export type OwnGpaCheck = z.output<typeof ownGpaChecks.output>['list'][number];

const answer = {
  gpaCheckId: z.string().min(1).max(64),
  checkStatus: z.enum([checkStatus.checked, checkStatus.objected]),
  objection: z.string().trim().max(200, '最多 200 个字符').default(''),
};
export const confirmGpaCheckOperation = defineOperation({
  id: 'gpaCheckList.confirm',
  method: 'POST',
  path: '/score/gpaCheckList/confirm',
  access: { permission: 'gpaCheckList:confirm' },
  scope: noScope.own,
  summary: '核对本人的绩点',
  encoding: 'form',
  outcome: 'operate',
  input: z
    .object({ commandId, ...answer })
    .refine((given) => given.checkStatus !== checkStatus.objected || given.objection !== '', {
      path: ['objection'],
      message: '请说明异议的内容',
    }),
  output: z.object({ gpaCheckId: z.string() }),
});
/** A student says of his newest version that it is right, or what is wrong with it; he may say so again. */
export const confirmGpaCheck = defineCommand('gpaCheckList.confirm', z.object(answer), confirmGpaCheckOperation.output);
