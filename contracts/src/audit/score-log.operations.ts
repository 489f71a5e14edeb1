import { z } from 'zod';
import { dateTimeText, pageNum, total, integer } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { scoreType } from '../score/score.vocabulary.ts';
import { rawEvent } from './audit.operations.ts';

/** Rows a page of the score log. */
export const LOG_PAGE_SIZE = 20;

const moment = z.union([dateTimeText, z.literal('')]).optional();
const filter = {
  teachingClassId: z.string().min(1, '请选择教学班').max(64),
  scoreType: z.enum(scoreType).default(scoreType.regular),
  /** One of the kinds of operations; empty: all. */
  operation: z.string().max(10).optional(),
  /** Name or account of who did it, and name or number of the student; parts of them. */
  operatorName: z.string().trim().max(30).optional(),
  student: z.string().trim().max(30).optional(),
  beginTime: moment,
  endTime: moment,
};

/** One thing that happened, in words (SCORE-MORE-15). */
export const scoreLogRow = z.object({
  /** Place of its event in the log, and of the line within it: unique. */
  eventPosition: z.string(),
  line: z.number().int(),
  logTime: dateTimeText,
  operatorName: z.string(),
  operatorRole: z.string(),
  operation: z.string(),
  studentNumber: z.string(),
  studentName: z.string(),
  itemName: z.string(),
  beforeValue: z.string(),
  afterValue: z.string(),
  reason: z.string(),
  clientAddress: z.string(),
  sentence: z.string(),
});

/** What the log is sorted by. */
export const scoreLogSorts = ['logTime', 'operatorName', 'operation', 'studentNumber', 'clientAddress'] as const;

/**
 * The log of a class's scores: every event of its sheet and of the applications about it, newest first, from the event
 * store (SCORE-MORE-15).
 */
export const scoreLog = defineOperation({
  id: 'audit.scoreLog',
  method: 'GET',
  path: '/audit/scoreLog',
  access: { permission: 'scoreLog:query' },
  scope: 'teachingClass',
  summary: '成绩日志',
  outcome: 'query',
  input: z.object({
    ...filter,
    sort: sortBy(scoreLogSorts),
    pageNo: pageNum,
    pageSize: integer(1, 200).default(LOG_PAGE_SIZE),
  }),
  output: z.object({
    teachingClassName: z.string(),
    courseName: z.string(),
    semesterName: z.string(),
    rows: z.array(scoreLogRow),
    total,
    operators: z.array(z.string()),
  }),
});

/** The same as xlsx. */
export const scoreLogExport = defineOperation({
  id: 'audit.scoreLogExport',
  method: 'GET',
  path: '/audit/scoreLog/export',
  access: { permission: 'scoreLog:exportExcel' },
  scope: 'teachingClass',
  answer: 'file',
  summary: '导出成绩日志',
  outcome: 'exportExcel',
  input: z.object(filter),
  output: z.unknown(),
});

/** The event behind a line of the log, as stored. */
export const scoreLogEvent = defineOperation({
  id: 'audit.scoreLogEvent',
  method: 'GET',
  path: '/audit/scoreLog/event',
  access: { permission: 'scoreLog:query' },
  scope: 'teachingClass',
  summary: '成绩日志的原始事件',
  outcome: 'query',
  input: z.object({
    teachingClassId: filter.teachingClassId,
    scoreType: filter.scoreType,
    eventPosition: z.string().max(60),
  }),
  output: rawEvent,
});

/** Classes with a sheet to choose from: by name, code or course; newest semester first. */
export const auditClasses = defineOperation({
  id: 'audit.classes',
  method: 'GET',
  path: '/audit/classes',
  access: { permission: 'scoreLog:query' },
  scope: 'teachingClass',
  summary: '查找教学班',
  outcome: 'query',
  input: z.object({ keyword: z.string().trim().max(60).default('') }),
  output: z.object({
    list: z.array(
      z.object({
        teachingClassId: z.string(),
        scoreType: z.string(),
        teachingClassName: z.string(),
        courseNum: z.string(),
        courseName: z.string(),
        semesterId: z.string(),
        scoreTypeName: z.string(),
      }),
    ),
  }),
});

export const scoreLogOperations = [scoreLog, scoreLogExport, scoreLogEvent, auditClasses] as const;
