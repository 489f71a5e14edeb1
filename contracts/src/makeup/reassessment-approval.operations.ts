import { z } from 'zod';
import { sortBy } from '../kernel/list-sort.ts';
import { originCause } from '../score/score-sheet.events.ts';
import { approve } from '../approval/approval.operations.ts';
import { dateTimeText, pageNum, pageSize, semesterKey, total, SCORE_PAGE_SIZE } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { regularApprovalDetail } from '../score/regular-approval.operations.ts';
import { scoreBandView, scoreItemView } from '../score/score-entry.operations.ts';
import { scoreType } from '../score/score.vocabulary.ts';

/**
 * The two approvals: make-up and deferred exams (scoreType 2), and retakes (scoreType 4). Their calls have the same
 * shapes (MAKEUP-18).
 */
export const reassessmentKinds = {
  retakeApproval: {
    scoreTypes: [scoreType.makeup, scoreType.beforeGraduation],
    scoreType: scoreType.makeup,
    processNo: 'BHKCJSP',
    name: '补缓考成绩审批',
    what: '补缓考成绩',
  },
  rebuildScoreApproval: {
    scoreTypes: [scoreType.retake],
    scoreType: scoreType.retake,
    processNo: 'CXCJSP',
    name: '重修成绩审批',
    what: '重修成绩',
  },
} as const;
export type ReassessmentKind = keyof typeof reassessmentKinds;

/** Lists of an approval: to approve by the caller, passed, and all in scope (MAKEUP-21). */
export const reassessmentTabs = { todo: '待审核', passed: '已通过', all: '全部' } as const;
export type ReassessmentTab = keyof typeof reassessmentTabs;

/** What stands above a list of students, and in lists (MAKEUP-03, MAKEUP-09). Times and values as shown. */
const reassessmentClass = z.object({
  teachingClassId: z.string(),
  makeupCourseId: z.string(),
  scoreType: z.string(),
  semesterId: z.string(),
  makeupSemester: z.string(),
  courseNum: z.string(),
  courseName: z.string(),
  courseCredit: z.string(),
  teachingClassName: z.string(),
  openDepartmentName: z.string(),
  teacherName: z.string(),
  importTeacher: z.string(),
  coursePersonCount: z.number().int(),
  scoreTermInputBeginTime: dateTimeText,
  scoreTermInputEndTime: dateTimeText,
  /** 1 替代期末, else 100 % (MAKEUP-04, 05); null for retakes. */
  makeupAndDelayTemplateValue: z.string().nullable(),
  makeupOptionName: z.string(),
  sheetStatus: z.string(),
  sheetStatusName: z.string(),
  /** Students whose original score is another now, and about whom nothing is decided. */
  originOpenNum: z.number().int(),
});

/** One submitted class in the lists. */
export const reassessmentItem = z.object({
  ...reassessmentClass.shape,
  applyId: z.string(),
  passedNum: z.number().int(),
  applicantName: z.string(),
  applyTime: dateTimeText,
  approvalBusinessStatus: z.string(),
  approvalBusinessStatusName: z.string(),
  currentNodeName: z.string().nullable(),
  mayApprove: z.boolean(),
});
export type ReassessmentItem = z.output<typeof reassessmentItem>;

/** One student (MAKEUP-06, 09, 10). `scoreList` has an entry for each item. */
export const reassessedStudent = z.object({
  studentCode: z.string(),
  studentNumber: z.string(),
  studentName: z.string(),
  administrativeClassName: z.string(),
  gradeMajorName: z.string(),
  /** CXS is a retake student (MAKEUP-11). */
  studentType: z.string(),
  studentTypeName: z.string(),
  /** 3 is a deferred exam, anything else a make-up (MAKEUP-12, 13); null for retakes. */
  makeupType: z.string().nullable(),
  makeupTypeName: z.string().nullable(),
  scoreRemarkCode: z.string(),
  scoreRemarkName: z.string(),
  /** As typed, by `dataKey`. */
  items: z.record(z.string(), z.string().nullable()),
  studentScoreFinalValue: z.string(),
  /** Why the final value is what it is: the cap that was applied, or the remark that sets it; else empty. */
  studentScoreFinalValueRemark: z.string(),
  digit: z.number().int(),
  passed: z.boolean(),
  complete: z.boolean(),
  scoreList: z.array(
    z.object({
      dataKey: z.string(),
      scorePercentileValue: z.string().nullable(),
      scoreHierarchyCode: z.string(),
      listCode: z.array(scoreBandView),
    }),
  ),
  /** 名单来源 (MAKEUP-08). */
  isReExamStudentName: z.string(),
  /** The score that is made up for, as shown; `-` when it had none. Null for retakes. */
  originFinalValue: z.string().nullable(),
  originRemarkName: z.string().nullable(),
  /** What became of it after the list was frozen; `open`: the office has to decide whether the student stays. */
  originNote: z.object({ text: z.string(), open: z.boolean(), cause: originCause }).nullable(),
});

const filter = { semesterId: semesterKey.optional(), keyword: z.string().trim().max(60).optional() };
/** What the lists are sorted by. */
export const reassessmentSorts = ['semesterId', 'courseName', 'scoreTermInputEndTime', 'applyTime', 'status'] as const;
const page = {
  ...filter,
  sort: sortBy(reassessmentSorts),
  pageNo: pageNum,
  pageSize: pageSize.default(SCORE_PAGE_SIZE),
};
/** `todo`: how many wait for the caller's decision, whatever the list; 0 for those who do not approve. */
const list = z.object({ rows: z.array(reassessmentItem), total, todo: total });
const teachingClassId = z.string().min(1, '数据丢失，请刷新后重试').max(64);

/** A submission with exactly the rows that were handed in, and which score each student makes up for. */
const reassessmentSubmission = regularApprovalDetail.output.extend({
  rows: z.array(
    regularApprovalDetail.output.shape.rows.element.extend({
      makeupTypeName: reassessedStudent.shape.makeupTypeName,
      originFinalValue: reassessedStudent.shape.originFinalValue,
    }),
  ),
});

/** Calls that both approvals have. */
function approvalCalls(kind: ReassessmentKind) {
  const { name, what } = reassessmentKinds[kind];
  const path = `/score/${kind}`;
  const access = (code: 'query' | 'approval' | 'scorePassApproval:query' | 'scoreApprovalAll:query') => ({
    permission: `${kind}:${code}` as const,
  });
  const lists = {
    todo: defineOperation({
      id: `${kind}.query`,
      method: 'POST',
      path: `${path}/query`,
      access: access('query'),
      scope: 'teachingClass',
      summary: `待审核${what}`,
      encoding: 'form',
      outcome: 'query',
      input: z.object(page),
      output: list,
    }),
    passed: defineOperation({
      id: `${kind}.scorePassApproval`,
      method: 'POST',
      path: `${path}/scorePassApproval/query`,
      access: access('scorePassApproval:query'),
      scope: 'teachingClass',
      summary: `已通过${what}`,
      encoding: 'form',
      outcome: 'query',
      input: z.object(page),
      output: list,
    }),
    all: defineOperation({
      id: `${kind}.scoreApprovalAll`,
      method: 'POST',
      path: `${path}/scoreApprovalAll/query`,
      access: access('scoreApprovalAll:query'),
      scope: 'teachingClass',
      summary: `全部${what}审批`,
      encoding: 'form',
      outcome: 'query',
      input: z.object(page),
      output: list,
    }),
  };
  return {
    lists,
    /** MAKEUP-17: several at once, each answers for itself; `backNode` is needed to reject. */
    approve: defineOperation({
      id: `${kind}.approve`,
      method: 'POST',
      path: `${path}/approval`,
      access: access('approval'),
      scope: 'teachingClass',
      summary: `审核${what}`,
      encoding: 'json',
      outcome: 'audit',
      input: approve.input,
      output: approve.output,
    }),
    /** MAKEUP-14. */
    detail: defineOperation({
      id: `${kind}.detail`,
      method: 'GET',
      path: `${path}/detail`,
      access: access('query'),
      scope: 'teachingClass',
      summary: `${what}详情`,
      outcome: 'query',
      input: z.object({ teachingClassId }),
      output: z.object({
        ...reassessmentClass.shape,
        applyId: z.string().nullable(),
        approvalBusinessStatus: z.string().nullable(),
        approvalBusinessStatusName: z.string().nullable(),
        currentNodeName: z.string().nullable(),
        mayApprove: z.boolean(),
      }),
    }),
    /** MAKEUP-15. */
    students: defineOperation({
      id: `${kind}.students`,
      method: 'GET',
      path: `${path}/students`,
      access: access('query'),
      scope: 'teachingClass',
      summary: `${what}学生名单`,
      outcome: 'query',
      input: z.object({ makeupCourseId: teachingClassId }),
      output: z.object({ list: z.array(reassessedStudent) }),
    }),
    /** MAKEUP-16: `status` 1 is a valid class, as in the exam settings. */
    scoreItems: defineOperation({
      id: `${kind}.scoreItems`,
      method: 'GET',
      path: `${path}/scoreItems`,
      access: access('query'),
      scope: 'teachingClass',
      summary: `${what}分项`,
      outcome: 'query',
      input: z.object({ teachingClassId, status: z.literal('1').default('1'), semesterId: semesterKey.optional() }),
      output: z.object({ list: z.array(scoreItemView) }),
    }),
    /** What an approver decides on, by application. */
    submission: defineOperation({
      id: `${kind}.submission`,
      method: 'GET',
      path: `${path}/submission/{applyId}`,
      access: access('query'),
      scope: 'teachingClass',
      summary: `${what}送审内容`,
      outcome: 'query',
      input: z.object({ applyId: z.string().min(1) }),
      output: reassessmentSubmission,
    }),
    /** When scores may be entered. */
    window: defineOperation({
      id: `${kind}.window`,
      method: 'GET',
      path: `${path}/scoreInputWindow`,
      access: access('query'),
      scope: noScope.school,
      summary: `${what}录入时间`,
      outcome: 'query',
      input: z.object({
        scoreType: z.enum(reassessmentKinds[kind].scoreTypes).optional(),
        semesterId: semesterKey.optional(),
        teachingClassId,
      }),
      output: z.object({ scoreTermInputBeginTime: dateTimeText, scoreTermInputEndTime: dateTimeText }),
    }),
    name,
  };
}

const exported = (code: 'exportExcel' | 'exportPassApprovalExcel' | 'exportApprovalAllExcel', summary: string) =>
  defineOperation({
    id: `retakeApproval.${code}`,
    method: 'POST',
    path: `/score/retakeApproval/${code}`,
    access: { permission: `retakeApproval:${code}` },
    scope: 'teachingClass',
    summary,
    encoding: 'form',
    outcome: 'exportExcel',
    answer: 'file',
    input: z.object(filter),
    output: z.unknown(),
  });

/** The calls of each approval. */
export const reassessmentCalls = {
  retakeApproval: approvalCalls('retakeApproval'),
  rebuildScoreApproval: approvalCalls('rebuildScoreApproval'),
} as const;

/** Exports of the three make-up lists, each under its own code (MAKEUP-22). */
export const reassessmentExports = {
  todo: exported('exportExcel', '导出待审核补缓考成绩'),
  passed: exported('exportPassApprovalExcel', '导出已通过补缓考成绩'),
  all: exported('exportApprovalAllExcel', '导出全部补缓考成绩审批'),
} as const;
/** Retakes have one export, of the list that is named. */
export const retakeExport = defineOperation({
  id: 'rebuildScoreApproval.exportRebuildScoreApprovalExcel',
  method: 'POST',
  path: '/score/rebuildScoreApproval/exportRebuildScoreApprovalExcel',
  access: { permission: 'rebuildScoreApproval:exportRebuildScoreApprovalExcel' },
  scope: 'teachingClass',
  summary: '导出重修成绩审批',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object({ ...filter, tab: z.enum(['todo', 'passed', 'all']).default('all') }),
  output: z.unknown(),
});

const ofKind = ({
  lists,
  approve: decide,
  detail,
  students,
  scoreItems,
  submission,
  window,
}: ReturnType<typeof approvalCalls>) => [
  ...Object.values(lists),
  decide,
  detail,
  students,
  scoreItems,
  submission,
  window,
];
export const reassessmentApprovalOperations = [
  ...ofKind(reassessmentCalls.retakeApproval),
  ...ofKind(reassessmentCalls.rebuildScoreApproval),
  ...Object.values(reassessmentExports),
  retakeExport,
];
