import { z } from 'zod';
import { dateTimeText, instant, pageSize } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { scoreType } from '../score/score.vocabulary.ts';

/**
 * The raw event behind a step, as stored. In a student's replay the rows of other students are left out, and counted in
 * `omittedRows`.
 */
export const rawEvent = z.object({
  id: z.string(),
  stream: z.string(),
  revision: z.number().int(),
  type: z.string(),
  position: z.string(),
  created: instant,
  data: z.unknown(),
  metadata: z.unknown(),
  omittedRows: z.number().int(),
});

/**
 * A score at one moment, as the system believed then. Values as shown, with `barredBy` why one counts nothing (null: it
 * counts); `final` hundredths.
 */
export const scoreMoment = z.object({
  items: z.array(
    z.object({
      dataKey: z.string(),
      name: z.string(),
      proportion: z.number().int(),
      value: z.string().nullable(),
      barredBy: z.string().nullable(),
    }),
  ),
  remarkCode: z.string(),
  remarkName: z.string(),
  finalText: z.string(),
  final: z.number().int().nullable(),
  passed: z.boolean(),
  /** 未录入 录入中 审核中 已发布 已认定 … */
  state: z.string(),
  stateName: z.string(),
});

/** One step in a score's life. */
export const scoreStep = z.object({
  /** Position `commit/prepare` of its event: unique and ordered. */
  position: z.string(),
  at: instant,
  atText: dateTimeText,
  /** Short word for the axis (录入 送审 驳回 发布 申请更改 更改生效 …) and the full sentence. */
  label: z.string(),
  title: z.string(),
  /** What happened, who did it to what, from which value to which. */
  sentence: z.string(),
  /** True when a value of the score changed. */
  valueChanged: z.boolean(),
  tone: z.enum(['neutral', 'progress', 'passed', 'refused', 'changed']),
  byName: z.string(),
  byUserName: z.string(),
  byRole: z.string(),
  reason: z.string().nullable(),
  before: scoreMoment,
  after: scoreMoment,
  changes: z.array(z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  /** Application and decision behind the step. */
  application: z
    .object({
      applyId: z.string(),
      processNo: z.string(),
      processName: z.string(),
      applicantName: z.string(),
      applyTime: dateTimeText,
      reason: z.string(),
      /** Where the files are that were attached when it was submitted; null: there were none. */
      files: z.object({ businessTable: z.string(), businessId: z.string() }).nullable(),
    })
    .nullable(),
  decision: z
    .object({
      nodeName: z.string(),
      result: z.string(),
      resultName: z.string(),
      auditPersonName: z.string(),
      opinion: z.string(),
      at: dateTimeText,
    })
    .nullable(),
  teachingClassId: z.string().nullable(),
  scoreType: z.string().nullable(),
  event: rawEvent,
});

/**
 * Replays one student's score of one course from the event store. With `asOf` the state at that moment is given beside
 * all steps up to it.
 */
export const auditScore = defineOperation({
  id: 'audit.score',
  method: 'GET',
  path: '/audit/score',
  access: { permission: 'scoreLog:query' },
  scope: 'teachingClass',
  summary: '成绩回放',
  outcome: 'query',
  input: z.object({
    studentCode: z.string().min(1, '请选择学生'),
    courseCode: z.string().min(1, '请选择课程'),
    asOf: z.string().max(40).optional(),
  }),
  output: z.object({
    student: z.object({
      studentCode: z.string(),
      studentNumber: z.string(),
      studentName: z.string(),
      administrativeClassName: z.string(),
    }),
    course: z.object({ courseId: z.string(), courseNum: z.string(), courseName: z.string(), courseCredit: z.string() }),
    passMark: z.number().int(),
    steps: z.array(scoreStep),
    /** State as of `asOf` (or now); null before the first step. */
    current: scoreMoment.nullable(),
    /** Whether folding the events gives what the read model shows now; with `asOf`, null. */
    matchesReadModel: z.boolean().nullable(),
    changeCount: z.number().int(),
    applicationCount: z.number().int(),
  }),
});

/** The same as a sheet: xlsx with one row a step. */
export const auditScoreExport = defineOperation({
  id: 'audit.scoreExport',
  method: 'GET',
  path: '/audit/score/export',
  access: { permission: 'scoreLog:exportExcel' },
  scope: 'teachingClass',
  answer: 'file',
  summary: '导出成绩回放',
  outcome: 'exportExcel',
  input: z.object({ studentCode: z.string().min(1), courseCode: z.string().min(1) }),
  output: z.unknown(),
});

/** The whole sheet of a class as it was at a moment, folded from the store. */
export const auditSheet = defineOperation({
  id: 'audit.sheet',
  method: 'GET',
  path: '/audit/sheet/{teachingClassId}',
  access: { permission: 'scoreLog:query' },
  scope: 'teachingClass',
  summary: '成绩单在某一时刻的样子',
  outcome: 'query',
  input: z.object({
    teachingClassId: z.string().min(1),
    scoreType: z.enum(scoreType).default(scoreType.regular),
    asOf: z.string().max(40).optional(),
  }),
  output: z.object({
    teachingClassName: z.string(),
    courseName: z.string(),
    semesterName: z.string(),
    sheetStatus: z.string(),
    sheetStatusName: z.string(),
    asOf: dateTimeText,
    revision: z.number().int().nullable(),
    items: z.array(
      z.object({ dataKey: z.string(), scoreSubItemName: z.string(), scoreSubItemProportion: z.number().int() }),
    ),
    rows: z.array(
      z.object({
        studentCode: z.string(),
        studentNumber: z.string(),
        studentName: z.string(),
        items: z.record(z.string(), z.object({ value: z.string().nullable(), barredBy: z.string().nullable() })),
        scoreRemarkName: z.string(),
        studentScoreFinalValue: z.string(),
      }),
    ),
  }),
});

/** Full history of one application, event by event. */
export const auditApplication = defineOperation({
  id: 'audit.application',
  method: 'GET',
  path: '/audit/application/{applyId}',
  access: { permission: 'processInstanceQuery:query' },
  scope: 'application',
  summary: '申请回放',
  outcome: 'query',
  input: z.object({ applyId: z.string().min(1) }),
  output: z.object({
    applyId: z.string(),
    processNo: z.string(),
    processName: z.string(),
    title: z.string(),
    applicantName: z.string(),
    applyTime: dateTimeText,
    approvalBusinessStatus: z.string(),
    approvalBusinessStatusName: z.string(),
    steps: z.array(
      z.object({
        position: z.string(),
        at: instant,
        atText: dateTimeText,
        title: z.string(),
        sentence: z.string(),
        tone: z.enum(['neutral', 'progress', 'passed', 'refused', 'changed']),
        byName: z.string(),
        byRole: z.string(),
        opinion: z.string().nullable(),
        statusBefore: z.string().nullable(),
        statusAfter: z.string(),
        statusAfterName: z.string(),
        round: z.number().int(),
        content: z.array(z.object({ label: z.string(), value: z.string() })),
        event: rawEvent,
      }),
    ),
  }),
});

/**
 * Students and courses to choose from: by number, name or pinyin; courses only those the student has any score event
 * of.
 */
export const auditStudents = defineOperation({
  id: 'audit.students',
  method: 'GET',
  path: '/audit/students',
  access: { permission: 'scoreLog:query' },
  scope: 'teachingClass',
  summary: '查找学生',
  input: z.object({ keyword: z.string().trim().max(30).default(''), pageSize }),
  output: z.object({
    list: z.array(
      z.object({
        studentCode: z.string(),
        studentNumber: z.string(),
        studentName: z.string(),
        administrativeClassName: z.string(),
      }),
    ),
  }),
});
export const auditCourses = defineOperation({
  id: 'audit.courses',
  method: 'GET',
  path: '/audit/courses',
  access: { permission: 'scoreLog:query' },
  scope: 'teachingClass',
  summary: '学生有成绩记录的课程',
  input: z.object({ studentCode: z.string().min(1, '请选择学生') }),
  output: z.object({
    list: z.array(
      z.object({
        courseId: z.string(),
        courseNum: z.string(),
        courseName: z.string(),
        eventCount: z.number().int(),
        lastAt: dateTimeText,
      }),
    ),
  }),
});
export const auditOperations = [
  auditScore,
  auditScoreExport,
  auditSheet,
  auditApplication,
  auditStudents,
  auditCourses,
] as const;
