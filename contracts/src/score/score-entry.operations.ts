import { z } from 'zod';
import { commandId, dateTimeText, pageNum, pageSize, semesterKey, total } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { saveRow } from './score-sheet.command.ts';

/** A teaching class in the teacher's list. Numbers shown are text; head counts are numbers. */
export const entryClass = z.object({
  teachingClassId: z.string(), teachingClassCode: z.string(), teachingClassName: z.string(), scoreType: z.string(),
  semesterId: z.string(), semesterName: z.string(), courseNum: z.string(), courseName: z.string(), courseCredit: z.string(),
  openDepartmentName: z.string(), teacherName: z.string(), importTeacher: z.string(),
  coursePersonCount: z.number().int(), enteredNum: z.number().int(),
  sheetStatus: z.string(),
  /** empty, entering, submitted, passed, returned: 未录入 录入中 已提交 已通过 退回. */
  entryState: z.enum(['empty', 'entering', 'submitted', 'passed', 'returned']), entryStateName: z.string(),
  scoreTermInputBeginTime: dateTimeText, scoreTermInputEndTime: dateTimeText,
  /** By the server's clock when answered. */
  windowState: z.enum(['before', 'open', 'closed']),
  applyId: z.string().nullable(), approvalNodeName: z.string().nullable(),
  /** Opinion of the approver who returned it. */
  returnOpinion: z.string().nullable(), returnedBy: z.string().nullable(),
});

/** My teaching classes of a semester with entry state and window. */
export const entryClasses = defineOperation({
  id: 'scoreEntry.classes', method: 'POST', path: '/score/scoreEntry/classes', access: { permission: 'scoreEntry:query' },
  summary: '我的教学班', encoding: 'form', outcome: 'query',
  input: z.object({ semesterId: semesterKey.optional(), scoreType: z.enum(['1', '2', '4']).default('1'), entryState: z.string().max(10).optional(), keyword: z.string().trim().max(60).optional(), pageNo: pageNum, pageSize }),
  output: z.object({ rows: z.array(entryClass), total, serverTime: dateTimeText }),
});

/** Who changed a cell last; absent for cells never entered. */
const cellInfo = z.object({ revision: z.number().int(), byUserName: z.string(), byName: z.string(), at: dateTimeText });

/** One student's row (SCORE-ENTRY-12); `items` by `dataKey`, as shown. */
export const sheetRow = z.object({
  studentCode: z.string(), studentNumber: z.string(), studentName: z.string(),
  items: z.record(z.string(), z.string().nullable()), cellInfo: z.record(z.string(), cellInfo),
  scoreRemarkCode: z.string(), scoreRemarkName: z.string(),
  /** As shown (SCORE-RULES-06…09); `-` when there is none. `final` is hundredths or null, `passed` judged on it. */
  studentScoreFinalValue: z.string(), final: z.number().int().nullable(), passed: z.boolean(), complete: z.boolean(),
  digit: z.number().int(), isReExamStudentName: z.string(), administrativeClassName: z.string(), gradeMajorName: z.string(), canSubmmit: z.string(),
});
export const scoreBandView = z.object({ scoreHierarchyCode: z.string(), scoreValueCode: z.string(), scoreValueName: z.string(), scorePercentileMinValue: z.number().int(), scorePercentileMaxValue: z.number().int(), scorePercentileValue: z.number().int() });
export const scoreItemView = z.object({
  scoreSubItemName: z.string(), scoreSubItemProportion: z.number().int(), dataKey: z.string(), type: z.enum(['number', 'select']), enable: z.enum(['true', 'false']),
  scoreHierarchyCode: z.string(), isExamItem: z.boolean(), options: z.array(z.object({ scoreValueCode: z.string(), scoreValueName: z.string() })),
});

/** The whole sheet of a class: header, items, rows (SCORE-ENTRY-04, 05, 10…13). Teachers of the class; approvers and staff whose scope covers it, read-only. */
export const sheet = defineOperation({
  id: 'scoreEntry.sheet', method: 'GET', path: '/score/scoreEntry/sheet/{teachingClassId}', access: { permission: 'scoreEntry:detail' },
  summary: '成绩单', outcome: 'query',
  input: z.object({ teachingClassId: z.string().min(1), scoreType: z.enum(['1', '2', '3', '4']).default('1') }),
  output: z.object({
    ...entryClass.shape,
    scoreHierarchyCode: z.string(), scoreHierarchyName: z.string(), listCode: z.array(scoreBandView), digit: z.number().int(), passMark: z.number().int(),
    items: z.array(scoreItemView), rows: z.array(sheetRow),
    /** Revision of the sheet that these rows show; sent back with a save. */
    revision: z.number().int(), serverTime: dateTimeText,
    /** Whether the caller may type now, and if not, why (Chinese). */
    editable: z.boolean(), readOnlyReason: z.string().nullable(),
    submittedBy: z.string().nullable(), submittedAt: dateTimeText.nullable(),
    /** Remarks that a teacher may choose. */
    remarks: z.array(z.object({ scoreRemarkCode: z.string(), scoreRemarkName: z.string(), teacherMaySet: z.boolean() })),
    /** An open change application on this sheet. */
    openChangeApplyId: z.string().nullable(),
  }),
});

export const saveScores = defineOperation({
  id: 'scoreEntry.save', method: 'POST', path: '/score/scoreEntry/save', access: { permission: 'scoreEntry:save' },
  summary: '保存成绩', encoding: 'json', failureText: '保存失败，已保留您输入的内容',
  input: z.object({ teachingClassId: z.string().min(1), scoreType: z.enum(['1', '2', '3', '4']), commandId, rows: z.array(saveRow).min(1).max(500) }),
  output: z.object({ revision: z.number().int(), savedAt: dateTimeText }),
});

export const submitScores = defineOperation({
  id: 'scoreEntry.submit', method: 'POST', path: '/score/scoreEntry/submit', access: { permission: 'scoreEntry:submit' },
  summary: '提交送审', encoding: 'form', outcome: 'submitForApproval',
  input: z.object({ teachingClassId: z.string().min(1), scoreType: z.enum(['1', '2', '3', '4']), commandId, revision: z.coerce.number().int().min(0), remark: z.string().max(60, '只允许输入60个字符').optional() }),
  output: z.object({ applyId: z.string(), revision: z.number().int() }),
});

/** Semesters, newest first (SCORE-ENTRY-18, BASE-DATA-09). */
export const semesters = defineOperation({
  id: 'scoreEntry.semesters', method: 'GET', path: '/score/scoreEntry/selectXnXqListTy', access: { signedIn: '学期下拉，所有登录用户可用' },
  summary: '学年学期列表', outcome: 'query',
  input: z.object({}),
  output: z.object({ list: z.array(z.object({ xnxq: z.string(), xnxqmc: z.string(), sfdqxq: z.string() })) }),
});

export const scoreEntryOperations = [entryClasses, sheet, saveScores, submitScores, semesters] as const;
