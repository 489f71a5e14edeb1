import { z } from 'zod';
import {
  commandId,
  dateTimeText,
  integer,
  pageNum,
  pageSize,
  plannedTime,
  semesterKey,
  total,
  yesNoFlag,
} from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { yesNo } from '../kernel/yes-no.ts';
import { scoreItemView, sheetRow } from '../score/score-entry.operations.ts';
import { scoreType, sheetStatus } from '../score/score.vocabulary.ts';
import { itemSetting, neededReason, reasonOrNone } from './exam-set.command.ts';

/**
 * What every exam-setting call carries (EXAM-SET-02). Calls about many classes name them in `teachingClassIds`;
 * `teachingClassId` is then one of them, or empty.
 */
const common = {
  teachingClassId: z.string().max(64),
  status: z.literal('1', '只能设置有效的教学班'),
  semesterId: semesterKey,
  /** Whose sheet of the class it is: ordinary classes have 1, make-up groups 2, rebuild classes 4. */
  scoreType: z.enum(scoreType),
};
const oneClass = { ...common, teachingClassId: z.string().min(1, '必填').max(64) };
/** Most classes that one call sets; more go by a long job. */
const BATCH_LIMIT = 500;
const teachingClassIds = z
  .array(z.string().min(1).max(64))
  .min(1, '请至少选择一条数据')
  .max(BATCH_LIMIT, `一次最多 ${String(BATCH_LIMIT)} 个教学班`);
const manyClasses = { ...common, teachingClassId: z.string().max(64).default(''), teachingClassIds };
const digit = integer(0, 2, '小数位数为0至2');
const inputTimes = { scoreTermInputBeginTime: plannedTime, scoreTermInputEndTime: plannedTime };
const FORM_FAILURE = '设置失败';

/** What became of each class of a batch. */
export const classOutcome = z.object({
  teachingClassId: z.string(),
  teachingClassName: z.string(),
  done: yesNoFlag,
  code: z.string().nullable(),
  message: z.string(),
});
const batchOutcome = z.object({ total, succeeded: total, failed: total, results: z.array(classOutcome) });
const settingDone = z.object({ teachingClassId: z.string(), revision: z.number().int() });

/** A form-setting post (EXAM-SET-21): a call that the network lost says 设置失败. */
const formSetting = { method: 'POST', outcome: 'set', failureText: FORM_FAILURE, networkText: FORM_FAILURE } as const;

/**
 * One teaching class with its exam settings (EXAM-SET-22). A class that is not set up shows what its term and template
 * would give.
 */
export const examSetClass = z.object({
  examSetId: z.string(),
  teachingClassId: z.string(),
  teachingClassCode: z.string(),
  teachingClassName: z.string(),
  scoreType: z.enum(scoreType),
  semesterId: semesterKey,
  semesterName: z.string(),
  courseId: z.string(),
  courseNum: z.string(),
  courseName: z.string(),
  courseCredit: z.string(),
  openDepartmentId: z.string(),
  openDepartmentName: z.string(),
  teacherName: z.string(),
  importTeacher: z.string(),
  importTeacherGh: z.string().nullable(),
  coursePersonCount: total,
  enteredNum: total,
  completeNum: total,
  sheetStatus: z.enum(sheetStatus),
  sheetStatusName: z.string(),
  scoreTemplateId: z.string().nullable(),
  scoreTemplateName: z.string(),
  scoreHierarchyCode: z.string(),
  scoreHierarchyName: z.string(),
  digit: z.number().int(),
  itemsText: z.string(),
  scoreTermInputBeginTime: dateTimeText.nullable(),
  scoreTermInputEndTime: dateTimeText.nullable(),
  windowState: z.enum(['none', 'before', 'open', 'closed']),
  /** `1`: the window is over and the scores are not handed in. */
  overdue: yesNoFlag,
  applyId: z.string().nullable(),
  approvalNodeName: z.string().nullable(),
  returnOpinion: z.string().nullable(),
  returnedBy: z.string().nullable(),
});
/** What teaching classes and their settings are sorted by. */
export const classSorts = [
  'teachingClassName',
  'courseName',
  'sheetStatus',
  'progress',
  'scoreTermInputEndTime',
] as const;

const classFilter = {
  scoreType: z.enum(scoreType).default(scoreType.regular),
  semesterId: semesterKey.optional(),
  departmentId: z.string().max(64).optional(),
  sheetStatus: z.enum(sheetStatus).optional(),
  overdue: yesNoFlag.optional(),
  /** `1`: scores were never handed in, and there are students to have some. */
  unfinished: yesNoFlag.optional(),
  course: z.string().trim().max(60).optional(),
  teacher: z.string().trim().max(60).optional(),
  teachingClassName: z.string().trim().max(60).optional(),
};

/**
 * EXAM-SET-01: teaching classes of a semester with their settings and how far entry is: the ordinary ones, or the
 * make-up groups or rebuild classes whose lists are closed. `figures` count the semester and type in scope, whatever
 * the other filters.
 */
export const queryExamSets = defineOperation({
  id: 'examSet.query',
  method: 'POST',
  path: '/score/ExamSet/query',
  access: { permission: 'examSet:query' },
  scope: 'teachingClass',
  summary: '教学班与考试设置',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ ...classFilter, sort: sortBy(classSorts), pageNo: pageNum, pageSize: pageSize.default(20) }),
  output: z.object({
    list: z.array(examSetClass),
    total,
    figures: z.object({
      total,
      unset: total,
      set: total,
      entering: total,
      approving: total,
      published: total,
      overdue: total,
    }),
    serverTime: dateTimeText,
  }),
});
export const exportExamSets = defineOperation({
  id: 'examSet.exportExcel',
  method: 'GET',
  path: '/score/ExamSet/exportExcel',
  access: { permission: 'examSet:exportExcel' },
  scope: 'teachingClass',
  summary: '导出考试设置',
  answer: 'file',
  outcome: 'exportExcel',
  input: z.object(classFilter),
  output: z.unknown(),
});
/** Templates in use, for selects. `teacherAdjust`: teachers may move proportions. */
export const examSetTemplates = defineOperation({
  id: 'examSet.findScoreTemplate',
  method: 'GET',
  path: '/score/ExamSet/findScoreTemplate',
  access: { permission: 'examSet:query' },
  scope: noScope.school,
  summary: '成绩模板',
  input: z.object({}),
  output: z.array(
    z.object({
      scoreTemplateId: z.string(),
      scoreTemplateName: z.string(),
      scoreHierarchyCode: z.string(),
      digit: z.number().int(),
      teacherAdjust: yesNoFlag,
      itemsText: z.string(),
    }),
  ),
});

const initChoices = {
  ...common,
  teachingClassId: z.string().max(64).default(''),
  scoreType: z.literal(scoreType.regular, '只有正考按学期初始化'),
  departmentId: z.string().max(64).optional(),
  courseNature: z.string().max(20).optional(),
  overwrite: yesNoFlag.default(yesNo.no),
};
/** What `initSet` would do, before it is done. */
export const previewInitSet = defineOperation({
  id: 'examSet.previewInitSet',
  method: 'GET',
  path: '/score/ExamSet/initSetPreview',
  access: { permission: 'examSet:initSet' },
  scope: noScope.school,
  summary: '初始化预览',
  input: z.object(initChoices),
  output: z.object({
    total,
    unset: total,
    set: total,
    started: total,
    /** Classes that would be set up, or set up again. */
    affected: total,
    /** The school's window of the semester; null: there is none, and nothing can be set up. */
    window: z.object({ begin: dateTimeText, end: dateTimeText }).nullable(),
    runningJobId: z.string().nullable(),
  }),
});
/** EXAM-SET-03…05: sets up a whole semester as a long job. */
export const initSet = defineOperation({
  id: 'examSet.initSet',
  method: 'POST',
  path: '/score/ExamSet/initSet',
  access: { permission: 'examSet:initSet' },
  scope: noScope.school,
  summary: '学期成绩初始化',
  encoding: 'form',
  outcome: 'set',
  patience: 'long',
  networkText: '学期成绩模板时间不存在',
  input: z.object({ ...initChoices, commandId }),
  output: z.object({ jobId: z.uuid(), total }),
});
/** EXAM-SET-06. An empty `teacherCode` gives the class back to its own teachers. */
export const teacherSet = defineOperation({
  ...formSetting,
  id: 'examSet.teacherSet',
  path: '/score/ExamSet/teacherSet',
  access: { permission: 'examSet:teacherSet' },
  scope: 'teachingClass',
  summary: '设置录入教师',
  encoding: 'form',
  input: z.object({ ...oneClass, commandId, teacherCode: z.string().max(64).default(''), reason: reasonOrNone }),
  output: settingDone,
});
/** EXAM-SET-07: template, digits and window of many at once; classes that are not set up are. */
export const quickSet = defineOperation({
  ...formSetting,
  id: 'examSet.quickSet',
  path: '/score/ExamSet/quickSet',
  access: { permission: 'examSet:quickSet' },
  scope: 'teachingClass',
  summary: '快捷设置',
  encoding: 'json',
  patience: 'long',
  input: z
    .object({
      ...manyClasses,
      commandId,
      scoreTemplateId: z.string().max(64).optional(),
      digit: digit.optional(),
      scoreTermInputBeginTime: plannedTime.optional(),
      scoreTermInputEndTime: plannedTime.optional(),
      reason: reasonOrNone,
    })
    .refine((input) => (input.scoreTermInputBeginTime === undefined) === (input.scoreTermInputEndTime === undefined), {
      path: ['scoreTermInputEndTime'],
      message: '开始时间和截止时间应同时填写',
    }),
  output: batchOutcome,
});
/** EXAM-SET-08. */
export const timeSet = defineOperation({
  ...formSetting,
  id: 'examSet.timeSet',
  path: '/score/ExamSet/timeSet',
  access: { permission: 'examSet:timeSet' },
  scope: 'teachingClass',
  summary: '设置录入时间',
  encoding: 'form',
  input: z.object({ ...oneClass, commandId, ...inputTimes, reason: reasonOrNone }),
  output: settingDone,
});
/** EXAM-SET-09: the same sub-items for one class or many. */
export const subItemBatch = defineOperation({
  ...formSetting,
  id: 'examSet.subItemBatch',
  path: '/score/ExamSet/subItemBatch',
  access: { permission: 'examSet:subItemBatch' },
  scope: 'teachingClass',
  summary: '设置成绩分项',
  encoding: 'json',
  patience: 'long',
  input: z.object({
    ...manyClasses,
    commandId,
    items: z.array(itemSetting).min(1, '至少一个分项').max(8, '最多 8 个分项'),
    reason: reasonOrNone,
  }),
  output: batchOutcome,
});
/** EXAM-SET-10. */
export const hierarchySet = defineOperation({
  ...formSetting,
  id: 'examSet.hierarchy',
  path: '/score/ExamSet/hierarchy',
  access: { permission: 'examSet:hierarchy' },
  scope: 'teachingClass',
  summary: '设置等级制',
  encoding: 'form',
  input: z.object({
    ...oneClass,
    commandId,
    scoreHierarchyCode: z.string().min(1, '必填').max(20),
    reason: reasonOrNone,
  }),
  output: settingDone,
});
/** EXAM-SET-11. */
export const scoreRollback = defineOperation({
  id: 'examSet.scoreRollback',
  method: 'POST',
  path: '/score/ExamSet/scoreRollback',
  access: { permission: 'examSet:rollback' },
  scope: 'teachingClass',
  summary: '成绩退回',
  encoding: 'form',
  input: z.object({ ...oneClass, commandId, reason: neededReason }),
  output: settingDone,
});
/** EXAM-SET-12. */
export const batchRollback = defineOperation({
  id: 'examSet.batchRollback',
  method: 'POST',
  path: '/score/ExamSet/batchRollback',
  access: { permission: 'examSet:rollback' },
  scope: 'teachingClass',
  summary: '批量退回',
  encoding: 'json',
  patience: 'long',
  input: z.object({ ...manyClasses, commandId, reason: neededReason }),
  output: batchOutcome,
});
/** EXAM-SET-13. */
export const forceBatchSubmit = defineOperation({
  id: 'examSet.forceBatchSubmit',
  method: 'POST',
  path: '/score/ExamSet/forceBatchSubmit',
  access: { permission: 'examSet:forceSubmit' },
  scope: 'teachingClass',
  summary: '强制提交',
  encoding: 'json',
  outcome: 'submitForApproval',
  patience: 'long',
  input: z.object({ ...manyClasses, commandId, reason: neededReason }),
  output: batchOutcome,
});
/** What a batch adjustment changes (EXAM-SET-14). */
export const adjusted = { window: '1', teacher: '2', digit: '3', template: '4' } as const;
/** Fields that each kind of adjustment needs; without a teacher the classes go back to their own. */
const adjustedFields = {
  [adjusted.window]: ['scoreTermInputBeginTime', 'scoreTermInputEndTime'],
  [adjusted.teacher]: [],
  [adjusted.digit]: ['digit'],
  [adjusted.template]: ['scoreTemplateId'],
} as const;
/** EXAM-SET-14: one thing of many. */
export const batchAdjustment = defineOperation({
  id: 'examSet.batchAdjustment',
  method: 'POST',
  path: '/score/ExamSet/batchAdjustment',
  access: { permission: 'examSet:batchAdjustment' },
  scope: 'teachingClass',
  summary: '批量调整',
  encoding: 'json',
  outcome: 'batchAdjust',
  patience: 'long',
  networkText: FORM_FAILURE,
  input: z
    .object({
      ...manyClasses,
      commandId,
      adjustType: z.enum(adjusted),
      scoreTermInputBeginTime: plannedTime.optional(),
      scoreTermInputEndTime: plannedTime.optional(),
      teacherCode: z.string().max(64).optional(),
      digit: digit.optional(),
      scoreTemplateId: z.string().max(64).optional(),
      reason: reasonOrNone,
    })
    .superRefine((input, context) => {
      for (const name of adjustedFields[input.adjustType])
        if (input[name] === undefined) context.addIssue({ code: 'custom', path: [name], message: '必填' });
    }),
  output: batchOutcome,
});
/** EXAM-SET-15. */
export const batchHierarchyUpdate = defineOperation({
  ...formSetting,
  id: 'examSet.batchHierarchyUpdate',
  path: '/score/ExamSet/batchHierarchyUpdate',
  access: { permission: 'examSet:hierarchy' },
  scope: 'teachingClass',
  summary: '批量修改等级制',
  encoding: 'json',
  patience: 'long',
  input: z.object({
    ...manyClasses,
    commandId,
    scoreHierarchyCode: z.string().min(1, '必填').max(20),
    reason: reasonOrNone,
  }),
  output: batchOutcome,
});
/** EXAM-SET-16: a later end for a class, with its reason. */
export const inputTimeUpdate = defineOperation({
  ...formSetting,
  id: 'examSet.inputTimeUpdate',
  path: '/score/ExamSet/inputTimeUpdate',
  access: { permission: 'examSet:timeSet' },
  scope: 'teachingClass',
  summary: '延长录入时间',
  encoding: 'form',
  input: z.object({ ...oneClass, commandId, scoreTermInputEndTime: dateTimeText, reason: neededReason }),
  output: settingDone,
});

const reading = { method: 'GET', access: { permission: 'examSet:query' }, scope: 'teachingClass' } as const;
/**
 * EXAM-SET-17: the window that holds, and what it comes from: the class itself, or a window of the term from narrow to
 * wide.
 */
export const scoreTimeQuery = defineOperation({
  ...reading,
  id: 'examSet.scoreTimeQuery',
  path: '/score/ExamSet/scoreTimeQuery',
  summary: '录入时间查询',
  input: z.object(oneClass),
  output: z.object({
    scoreTermInputBeginTime: dateTimeText.nullable(),
    scoreTermInputEndTime: dateTimeText.nullable(),
    source: z.enum(['class', 'course', 'unitNature', 'unit', 'nature', 'semester', 'none']),
    sourceName: z.string(),
    windowState: z.enum(['none', 'before', 'open', 'closed']),
    serverTime: dateTimeText,
  }),
});
/** What the list is sorted by. */
export const classStudentSorts = ['studentNumber', 'studentName', 'administrativeClassName'] as const;

/** EXAM-SET-18: students with their rows (SCORE-ENTRY-12). */
export const examSetStudents = defineOperation({
  ...reading,
  id: 'examSet.studentList',
  path: '/score/ExamSet/studentList',
  summary: '学生名单',
  input: z.object({ ...oneClass, sort: sortBy(classStudentSorts), pageNo: pageNum, pageSize: pageSize.default(20) }),
  output: z.object({
    list: z.array(
      sheetRow.pick({
        studentCode: true,
        studentNumber: true,
        studentName: true,
        items: true,
        scoreRemarkCode: true,
        scoreRemarkName: true,
        studentScoreFinalValue: true,
        final: true,
        passed: true,
        complete: true,
        digit: true,
        isReExamStudentName: true,
        administrativeClassName: true,
        gradeMajorName: true,
        canSubmmit: true,
      }),
    ),
    total,
  }),
});
/**
 * EXAM-SET-19. `may` tells which settings the caller could change now, and `limits` how far a teacher may move each
 * proportion.
 */
export const teachingClassDetail = defineOperation({
  ...reading,
  id: 'examSet.teachingClassDetail',
  path: '/score/ExamSet/teachingClassDetail',
  summary: '教学班考试设置',
  input: z.object(oneClass),
  output: z.object({
    ...examSetClass.shape,
    revision: z.number().int(),
    serverTime: dateTimeText,
    teachers: z.array(z.object({ gh: z.string(), name: z.string() })),
    limits: z.array(z.object({ dataKey: z.string(), min: z.number().int(), max: z.number().int() })).nullable(),
    /** As whom the caller would change sub-items. */
    itemCapacity: z.enum(['office', 'unit', 'teacher', 'none']),
  }),
});
/** EXAM-SET-20. */
export const examSetItems = defineOperation({
  ...reading,
  id: 'examSet.scoreItems',
  path: '/score/ExamSet/scoreItems',
  summary: '成绩分项',
  input: z.object(oneClass),
  output: z.array(scoreItemView),
});
/** Every change of the settings of a class, newest first: who, when, what and why. */
export const examSetHistory = defineOperation({
  ...reading,
  id: 'examSet.history',
  path: '/score/ExamSet/history',
  summary: '变更记录',
  input: z.object(oneClass),
  output: z.array(
    z.object({
      revision: z.number().int(),
      time: dateTimeText,
      name: z.string(),
      roleName: z.string(),
      action: z.string(),
      detail: z.string(),
      reason: z.string(),
    }),
  ),
});

export const examSetOperations = [
  queryExamSets,
  exportExamSets,
  examSetTemplates,
  previewInitSet,
  initSet,
  teacherSet,
  quickSet,
  timeSet,
  subItemBatch,
  hierarchySet,
  scoreRollback,
  batchRollback,
  forceBatchSubmit,
  batchAdjustment,
  batchHierarchyUpdate,
  inputTimeUpdate,
  scoreTimeQuery,
  examSetStudents,
  teachingClassDetail,
  examSetItems,
  examSetHistory,
] as const;
