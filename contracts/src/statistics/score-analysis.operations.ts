import { z } from 'zod';
import { pageNum, pageSize, semesterKey, total } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { scoreTypeNames, type ScoreType } from '../score/score.vocabulary.ts';

/** What published scores are put together by, and what a group is called. */
export const analysisGroupings = {
  class: '教学班',
  course: '课程',
  teacher: '任课教师',
  major: '年级专业',
  semester: '学年学期',
} as const;
export type AnalysisGrouping = keyof typeof analysisGroupings;

/** Lower ends are 90, 80, 70 and 60 points. */
export const bandNames = ['优', '良', '中', '及格', '不及格'] as const;

const keysOf = <K extends string>(names: Readonly<Record<K, string>>) => Object.keys(names) as [K, ...K[]];
const part = z.string().trim().max(60).optional();
const filter = {
  groupBy: z.enum(keysOf(analysisGroupings)).default('class'),
  semesterId: semesterKey.optional(),
  scoreType: z.enum(keysOf<ScoreType>(scoreTypeNames)).default('1'),
  departmentId: part,
  /** Number or name, or a part of it; of the teacher the same. */
  course: part,
  teacher: part,
};

const figures = {
  personNum: z.number().int(),
  /** 实考: with a value. */
  scoredNum: z.number().int(),
  passedNum: z.number().int(),
  /** As shown; a dash where nobody has a value. */
  mean: z.string(),
  max: z.string(),
  min: z.string(),
  stdDev: z.string(),
  /** Per cent with one decimal. */
  passRate: z.string(),
  bands: z.array(z.number().int()).length(bandNames.length),
  /** 0–9 … 90–100. */
  histogram: z.array(z.number().int()).length(10),
  /** What is unusual, in words. */
  flags: z.array(z.string()),
};
/** Figures of a group; `teachingClassId` and `scoreType` where it is one class. */
export const analysisRow = z.object({
  key: z.string(),
  name: z.string(),
  /** What else tells it apart: course and semester of a class. */
  about: z.string(),
  teachingClassId: z.string().nullable(),
  ...figures,
});
export type AnalysisRow = z.output<typeof analysisRow>;

/** What the list is sorted by. */
export const analysisSorts = ['name', 'scoredNum', 'mean', 'max', 'passRate'] as const;

/** 成绩分析: figures of the published scores in scope, by class, course, teacher, major or semester (SCORE-MORE-49). */
export const queryScoreAnalysis = defineOperation({
  id: 'scoreAnalysis.query',
  method: 'POST',
  path: '/score/scoreAnalysis/query',
  access: { permission: 'scoreAnalysis:query' },
  scope: 'teachingClass',
  summary: '成绩分析',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ ...filter, sort: sortBy(analysisSorts), pageNo: pageNum, pageSize }),
  output: z.object({ rows: z.array(analysisRow), total }),
});
export const exportScoreAnalysis = defineOperation({
  id: 'scoreAnalysis.export',
  method: 'POST',
  path: '/score/scoreAnalysis/exportExcel',
  access: { permission: 'scoreAnalysis:exportExcel' },
  scope: 'teachingClass',
  summary: '导出成绩分析',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(filter),
  output: z.unknown(),
});
/** One class: its items, and beside it the classes of the same course in the semester. */
export const scoreAnalysisDetail = defineOperation({
  id: 'scoreAnalysis.detail',
  method: 'GET',
  path: '/score/scoreAnalysis/detail',
  access: { permission: 'scoreAnalysis:query' },
  scope: 'teachingClass',
  summary: '教学班成绩分析',
  outcome: 'query',
  input: z.object({ teachingClassId: z.string().min(1).max(64), scoreType: z.enum(keysOf<ScoreType>(scoreTypeNames)) }),
  output: z.object({
    row: analysisRow,
    items: z.array(
      z.object({
        name: z.string(),
        proportion: z.number().int(),
        scoredNum: figures.scoredNum,
        mean: figures.mean,
        max: figures.max,
        min: figures.min,
        stdDev: figures.stdDev,
      }),
    ),
    classes: z.array(analysisRow),
  }),
});
export const scoreAnalysisOperations = [queryScoreAnalysis, exportScoreAnalysis, scoreAnalysisDetail] as const;
