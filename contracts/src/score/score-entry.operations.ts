import { z } from 'zod';
import {
  commandId,
  dateTimeText,
  integer,
  pageNum,
  pageSize,
  semesterKey,
  total,
  yesNoFlag,
} from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { entryReason, saveRow } from './score-sheet.command.ts';
import { confirmedCheck, reassessmentRules } from './score-sheet.events.ts';
import { scoreType } from './score.vocabulary.ts';
import { earlierFigures } from './sheet-warnings.ts';

/** A teaching class in the teacher's list. Numbers shown are text; head counts are numbers. */
export const entryClass = z.object({
  teachingClassId: z.string(),
  teachingClassCode: z.string(),
  teachingClassName: z.string(),
  scoreType: z.string(),
  semesterId: z.string(),
  semesterName: z.string(),
  courseNum: z.string(),
  courseName: z.string(),
  courseCredit: z.string(),
  openDepartmentName: z.string(),
  teacherName: z.string(),
  importTeacher: z.string(),
  coursePersonCount: z.number().int(),
  enteredNum: z.number().int(),
  sheetStatus: z.string(),
  /** empty, entering, submitted, passed, returned: 未录入 录入中 审核中 已审核 已退回. */
  entryState: z.enum(['empty', 'entering', 'submitted', 'passed', 'returned']),
  entryStateName: z.string(),
  scoreTermInputBeginTime: dateTimeText,
  scoreTermInputEndTime: dateTimeText,
  /** By the server's clock when answered. */
  windowState: z.enum(['before', 'open', 'closed']),
  applyId: z.string().nullable(),
  approvalNodeName: z.string().nullable(),
  /** Opinion of the approver who returned it. */
  returnOpinion: z.string().nullable(),
  returnedBy: z.string().nullable(),
});

/** What the classes of a teacher are sorted by. */
export const entryClassSorts = ['courseName', 'teachingClassName'] as const;

/** My teaching classes of a semester with entry state and window. */
export const entryClasses = defineOperation({
  id: 'scoreEntry.classes',
  method: 'POST',
  path: '/score/scoreEntry/classes',
  access: { permission: 'scoreEntry:query' },
  scope: 'teachingClass',
  summary: '我的教学班',
  encoding: 'form',
  outcome: 'query',
  input: z.object({
    semesterId: semesterKey.optional(),
    scoreType: z.enum([scoreType.regular, scoreType.makeup, scoreType.retake]).default(scoreType.regular),
    entryState: z.string().max(10).optional(),
    keyword: z.string().trim().max(60).optional(),
    sort: sortBy(entryClassSorts),
    pageNo: pageNum,
    pageSize,
  }),
  output: z.object({
    rows: z.array(entryClass),
    total,
    /** Where else the caller teaches classes whose scores were never handed in: by semester and score type. */
    elsewhere: z.array(
      z.object({ semesterId: z.string(), semesterName: z.string(), scoreType: z.enum(scoreType), n: total }),
    ),
    serverTime: dateTimeText,
  }),
});

/** Who changed a cell last; absent for cells never entered. */
const cellInfo = z.object({ revision: z.number().int(), byUserName: z.string(), byName: z.string(), at: dateTimeText });

/** One student's row (SCORE-ENTRY-12); `items` by `dataKey`, as shown. */
export const sheetRow = z.object({
  studentCode: z.string(),
  studentNumber: z.string(),
  studentName: z.string(),
  items: z.record(z.string(), z.string().nullable()),
  cellInfo: z.record(z.string(), cellInfo),
  scoreRemarkCode: z.string(),
  scoreRemarkName: z.string(),
  /** As shown (SCORE-RULES-06…09); `-` when there is none. `final` is hundredths or null, `passed` judged on it. */
  studentScoreFinalValue: z.string(),
  /** What a capped pass would have been (`成绩 84.00，通过后按 60.00 计`); empty where no cap takes anything away. */
  studentScoreFinalValueRemark: z.string(),
  final: z.number().int().nullable(),
  passed: z.boolean(),
  complete: z.boolean(),
  digit: z.number().int(),
  /** 名单来源; of who left the class and stays on the sheet, {@link LEFT_CLASS}. */
  isReExamStudentName: z.string(),
  /** Takes the course again: a pass counts for `retakeCap` at most. */
  retaking: z.boolean(),
  administrativeClassName: z.string(),
  gradeMajorName: z.string(),
  canSubmmit: z.string(),
});
/** Where a student of the sheet comes from who is not in the class any more. */
export const LEFT_CLASS = '已退出名单';
export const scoreBandView = z.object({
  scoreHierarchyCode: z.string(),
  scoreValueCode: z.string(),
  scoreValueName: z.string(),
  scorePercentileMinValue: z.number().int(),
  scorePercentileMaxValue: z.number().int(),
  scorePercentileValue: z.number().int(),
});
export const scoreItemView = z.object({
  scoreSubItemName: z.string(),
  scoreSubItemProportion: z.number().int(),
  dataKey: z.string(),
  type: z.enum(['number', 'select']),
  enable: z.enum(['true', 'false']),
  scoreHierarchyCode: z.string(),
  isExamItem: z.boolean(),
  options: z.array(z.object({ scoreValueCode: z.string(), scoreValueName: z.string() })),
});

/**
 * The whole sheet of a class: header, items, rows (SCORE-ENTRY-04, 05, 10…13). Teachers of the class; approvers and
 * staff whose scope covers it, read-only.
 */
export const sheet = defineOperation({
  id: 'scoreEntry.sheet',
  method: 'GET',
  path: '/score/scoreEntry/sheet/{teachingClassId}',
  access: { permission: 'scoreEntry:detail' },
  scope: 'teachingClass',
  summary: '成绩单',
  outcome: 'query',
  input: z.object({ teachingClassId: z.string().min(1), scoreType: z.enum(scoreType).default(scoreType.regular) }),
  output: z.object({
    ...entryClass.shape,
    scoreHierarchyCode: z.string(),
    scoreHierarchyName: z.string(),
    listCode: z.array(scoreBandView),
    digit: z.number().int(),
    passMark: z.number().int(),
    /** How a make-up, deferred or retake sheet counts; null on ordinary ones. */
    retake: reassessmentRules.nullable(),
    /** Most that a pass of who retakes the course in an ordinary class counts for, in hundredths; null: no limit. */
    retakeCap: z.number().int().nullable(),
    items: z.array(scoreItemView),
    rows: z.array(sheetRow),
    /** What was typed for students who are not in the class any more; it is kept and not handed in. */
    leftRows: z.array(sheetRow),
    /** Revision of the sheet that these rows show; sent back with a save. */
    revision: z.number().int(),
    serverTime: dateTimeText,
    /** Whether the caller may type now, and if not, why (Chinese). */
    editable: z.boolean(),
    readOnlyReason: z.string().nullable(),
    /**
     * Whether the caller may type for the teachers, saying why (代录); take back what he handed in (SCORE-MORE-05);
     * register remarks that teachers may not set.
     */
    mayEnterFor: z.boolean(),
    mayRecall: z.boolean(),
    mayRegisterRemark: z.boolean(),
    submittedBy: z.string().nullable(),
    submittedAt: dateTimeText.nullable(),
    /** Every remark: who may choose it, and whether anybody may (SCORE-MORE-18). */
    remarks: z.array(
      z.object({
        scoreRemarkCode: z.string(),
        scoreRemarkName: z.string(),
        inUse: z.boolean(),
        teacherMaySet: z.boolean(),
      }),
    ),
    /** An open change application on this sheet. */
    /** Changes that are being asked for, with the students they hold; null: all of them. */
    openChanges: z.array(z.object({ applyId: z.string(), studentCodes: z.array(z.string()).nullable() })),
    /** As whom the person may ask for a change of these published scores; null: not at all. */
    changeAs: z.enum(['teacher', 'onBehalf']).nullable(),
  }),
});

export const saveScores = defineOperation({
  id: 'scoreEntry.save',
  method: 'POST',
  path: '/score/scoreEntry/save',
  access: { permission: 'scoreEntry:save' },
  scope: 'teachingClass',
  summary: '保存成绩',
  encoding: 'json',
  failureText: '保存失败，已保留您输入的内容',
  input: z.object({
    teachingClassId: z.string().min(1),
    scoreType: z.enum(scoreType),
    commandId,
    rows: z.array(saveRow).min(1).max(500),
  }),
  output: z.object({ revision: z.number().int(), savedAt: dateTimeText }),
});

export const submitScores = defineOperation({
  id: 'scoreEntry.submit',
  method: 'POST',
  path: '/score/scoreEntry/submit',
  access: { permission: 'scoreEntry:submit' },
  scope: 'teachingClass',
  summary: '提交送审',
  encoding: 'json',
  outcome: 'submitForApproval',
  input: z.object({
    teachingClassId: z.string().min(1),
    scoreType: z.enum(scoreType),
    commandId,
    revision: integer(0),
    remark: z.string().max(60, '只允许输入60个字符').optional(),
    /** Warnings that the person looked at and said are right; they go with the application. */
    confirmed: z.array(confirmedCheck).max(10).optional(),
  }),
  output: z.object({ applyId: z.string(), revision: z.number().int() }),
});

/**
 * Scores typed for the teachers by the department's or the university's office (代录): like `save`, with the reason in
 * the event.
 */
export const saveScoresFor = defineOperation({
  id: 'scoreEntry.saveFor',
  method: 'POST',
  path: '/score/scoreEntry/saveFor',
  access: { permission: 'scoreEntry:saveFor' },
  scope: 'teachingClass',
  summary: '代录成绩',
  encoding: 'json',
  failureText: '保存失败，已保留您输入的内容',
  input: z.object({ ...saveScores.input.shape, reason: entryReason }),
  output: saveScores.output,
});

/** The office registers remarks that teachers may not set, or takes them away with `00` (domain-model-score §2). */
export const registerRemark = defineOperation({
  id: 'scoreEntry.registerRemark',
  method: 'POST',
  path: '/score/scoreEntry/registerRemark',
  access: { permission: 'scoreEntry:registerRemark' },
  scope: 'teachingClass',
  summary: '登记成绩备注',
  encoding: 'json',
  outcome: 'set',
  input: z.object({
    teachingClassId: z.string().min(1),
    scoreType: z.enum(scoreType),
    commandId,
    revision: z.number().int().min(0),
    studentCodes: z.array(z.string()).min(1, '请至少选择一条数据').max(500),
    scoreRemarkCode: z.string().min(1, '必填').max(4),
    reason: entryReason,
  }),
  output: z.object({ revision: z.number().int() }),
});

/**
 * Published scores of earlier classes of the same course by one of its teachers: what a class is compared with before
 * it is handed in.
 */
export const earlierScores = defineOperation({
  id: 'scoreEntry.earlierScores',
  method: 'GET',
  path: '/score/scoreEntry/earlierScores',
  access: { permission: 'scoreEntry:detail' },
  scope: 'teachingClass',
  summary: '往年同课程成绩分布',
  outcome: 'query',
  input: z.object({ teachingClassId: z.string().min(1), scoreType: z.enum(scoreType).default(scoreType.regular) }),
  output: earlierFigures,
});

/** What an `id` names: a teaching class (also a make-up group or retake class), or an application about its scores. */
export const idOf = { teachingClass: '1', application: '2' } as const;
const aboutClass = {
  id: z.string().min(1),
  type: z.enum(idOf).default(idOf.teachingClass),
  scoreType: z.enum(scoreType).default(scoreType.regular),
};

/** Teaching class detail by type (SCORE-ENTRY-10, 15). */
export const teachingClassDetail = defineOperation({
  id: 'scoreEntry.teachingClassDetail',
  method: 'GET',
  path: '/score/scoreEntry/teachingClassDetail',
  access: { permission: 'scoreEntry:detail' },
  scope: 'teachingClass',
  summary: '教学班成绩信息',
  outcome: 'query',
  input: z.object(aboutClass),
  output: z.object({
    ...entryClass.shape,
    scoreHierarchyCode: z.string(),
    scoreHierarchyName: z.string(),
    listCode: z.array(scoreBandView),
    digit: z.number().int(),
  }),
});

/** Items of a class with their proportions (SCORE-ENTRY-16). */
export const scoreItemProportions = defineOperation({
  id: 'scoreEntry.itemProportions',
  method: 'GET',
  path: '/score/scoreEntry/scoreItemProportions',
  access: { permission: 'scoreEntry:detail' },
  scope: 'teachingClass',
  summary: '成绩分项及比例',
  calledBy: 'Programs that prepare scores of a class outside the entry page.',
  outcome: 'query',
  input: z.object({ ...aboutClass, semesterId: semesterKey.optional() }),
  output: z.object({ list: z.array(scoreItemView) }),
});

/**
 * When scores of a class may be entered (SCORE-ENTRY-11, 17); of a class that is not set up, what its term would give.
 */
export const scoreInputTime = defineOperation({
  id: 'scoreEntry.inputTime',
  method: 'GET',
  path: '/score/scoreEntry/scoreInputTime',
  access: { permission: 'scoreEntry:detail' },
  scope: 'teachingClass',
  summary: '成绩录入时间',
  calledBy: 'Programs that prepare scores of a class outside the entry page.',
  outcome: 'query',
  input: z.object({
    teachingClassId: z.string().min(1),
    scoreType: z.enum(scoreType).default(scoreType.regular),
    semesterId: semesterKey.optional(),
  }),
  output: z.object({
    scoreTermInputBeginTime: dateTimeText,
    scoreTermInputEndTime: dateTimeText,
    windowState: z.enum(['before', 'open', 'closed']),
  }),
});

/** Whether a score outside classes was typed (`1`, may be edited) or came from an application (`0`) (SCORE-MORE-50). */
export const queryIsExtraData = defineOperation({
  id: 'studentExtraScore.isExtraData',
  method: 'GET',
  path: '/score/studentExtraScore/queryIsExtraData',
  access: { permission: 'scoreEntry:detail' },
  scope: 'student',
  summary: '学生其他成绩是否为直接录入',
  calledBy: 'Programs that keep scores from outside classes, before they change one.',
  outcome: 'query',
  input: z.object({ studentExtraScoreId: z.string().min(1).max(64) }),
  output: z.object({ isExtraData: yesNoFlag }),
});

/** What a remark makes of the final score; `fixed` to `fixedValue`. */
export const finalValueMode = { computed: '0', fixed: '1', none: '2' } as const;
export type FinalValueMode = (typeof finalValueMode)[keyof typeof finalValueMode];
/** What a remark makes of the final score (SCORE-MORE-51). */
export const queryScoreValue = defineOperation({
  id: 'studentExtraScore.scoreValue',
  method: 'GET',
  path: '/score/studentExtraScore/queryScoreValue',
  access: { permission: 'scoreEntry:detail' },
  scope: noScope.school,
  summary: '成绩备注对应的成绩',
  outcome: 'query',
  input: z.object({ scoreRemarkCode: z.string().min(1).max(4) }),
  output: z.object({ finalValueMode: z.enum(finalValueMode), fixedValue: z.string().nullable() }),
});

/** Semesters, newest first (SCORE-ENTRY-18, BASE-DATA-09). */
export const semesters = defineOperation({
  id: 'scoreEntry.semesters',
  method: 'GET',
  path: '/score/scoreEntry/selectXnXqListTy',
  access: { signedIn: '学期下拉，所有登录用户可用' },
  summary: '学年学期列表',
  outcome: 'query',
  input: z.object({}),
  output: z.object({ list: z.array(z.object({ xnxq: z.string(), xnxqmc: z.string(), sfdqxq: z.string() })) }),
});

export const scoreEntryOperations = [
  entryClasses,
  sheet,
  saveScores,
  saveScoresFor,
  submitScores,
  registerRemark,
  earlierScores,
  teachingClassDetail,
  scoreItemProportions,
  scoreInputTime,
  queryIsExtraData,
  queryScoreValue,
  semesters,
] as const;
