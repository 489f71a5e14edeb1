import { z } from 'zod';
import { pageNum, pageSize, total, yesNoFlag, SCORE_PAGE_SIZE } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { scoreTypeNames, type ScoreType } from './score.vocabulary.ts';

const text = z.string().trim().max(60).optional();
const filter = {
  semesterId: text,
  scoreType: z.enum(Object.keys(scoreTypeNames) as [ScoreType, ...ScoreType[]]).optional(),
  departmentId: text,
  /** Number or name, or a part of it. */
  course: text,
  teachingClass: text,
  teacher: text,
  student: text,
  passed: yesNoFlag.optional(),
};
/** One published score of one student in one class, values as shown. */
export const publishedScore = z.object({
  teachingClassId: z.string(),
  scoreType: z.string(),
  semesterName: z.string(),
  departmentName: z.string(),
  courseId: z.string(),
  courseNum: z.string(),
  courseName: z.string(),
  courseCredit: z.string(),
  teachingClassName: z.string(),
  teacherName: z.string(),
  studentCode: z.string(),
  studentNumber: z.string(),
  studentName: z.string(),
  administrativeClassName: z.string(),
  gradeMajorName: z.string(),
  studentScoreFinalValue: z.string(),
  scoreRemarkName: z.string(),
  passed: z.boolean(),
  isReExamStudentName: z.string(),
});
/** What published scores are sorted by: something of the class, or of the score. */
export const publishedSorts = ['courseNum', 'teachingClassCode', 'studentNumber', 'final'] as const;
/** So many scores are sorted by something of their own; of more than that, the first ones are listed (decision 094). */
export const PUBLISHED_SORTED = 20_000;
export const PUBLISHED_FIRST = 500;

/** Published scores of the classes in scope. */
export const queryPublishedScores = defineOperation({
  id: 'publishedScore.query',
  method: 'POST',
  path: '/score/publishedScore/query',
  access: { permission: 'publishedScore:query' },
  scope: 'teachingClass',
  summary: '已发布成绩',
  encoding: 'form',
  outcome: 'query',
  input: z.object({
    ...filter,
    sort: sortBy(publishedSorts),
    pageNo: pageNum,
    pageSize: pageSize.default(SCORE_PAGE_SIZE),
  }),
  output: z.object({
    rows: z.array(publishedScore),
    total,
    /** There are more than {@link PUBLISHED_SORTED}: the list and its total end with the {@link PUBLISHED_FIRST}th. */
    firstOnly: z.boolean(),
  }),
});
export const exportPublishedScores = defineOperation({
  id: 'publishedScore.export',
  method: 'POST',
  path: '/score/publishedScore/exportExcel',
  access: { permission: 'publishedScore:exportExcel' },
  scope: 'teachingClass',
  summary: '导出已发布成绩',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(filter),
  output: z.unknown(),
});
export const publishedScoreOperations = [queryPublishedScores, exportPublishedScores] as const;
