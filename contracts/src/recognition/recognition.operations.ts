import { z } from 'zod';
import { approve } from '../approval/approval.operations.ts';
import { commandId, dateTimeText, pageNum, pageSize, total, SCORE_PAGE_SIZE } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { recognitionDraftForm, recognitionFormOf } from './recognition-draft.ts';
import { revokeRecognition, settleRecognition } from './recognition.command.ts';
import {
  MAX_GROUPS,
  MAX_LINES,
  recognitionKinds,
  REVOKE,
  SETTLE,
  type RecognitionKind,
} from './recognition.vocabulary.ts';

/** A recognition application in lists. */
export const recognitionItem = z.object({
  scoreCognizanceApplyId: z.string(),
  studentId: z.string(),
  studentNumber: z.string(),
  studentName: z.string(),
  departmentName: z.string(),
  studentClassName: z.string(),
  applicantName: z.string(),
  scoreCognizanceApplyTime: dateTimeText,
  summary: z.string(),
  /** Sum of the credits that are recognised, as shown. */
  courseCredit: z.string(),
  approvalBusinessStatus: z.string(),
  approvalBusinessStatusName: z.string(),
  currentNodeName: z.string().nullable(),
  /** The caller applied, or began to. */
  own: z.boolean(),
  /** It waits at a node at which the caller decides. */
  mayDecide: z.boolean(),
  /** It is in force and rests on scores that have changed since, which the office has not settled: what changed. */
  sourceChange: z.string(),
});

const outsideScore = z.object({
  outSemesterId: z.string(),
  outCourseNatureName: z.string(),
  outCourseAttributeName: z.string(),
  courseNum: z.string(),
  outCourseCode: z.string(),
  outCourseName: z.string(),
  outCourseCredit: z.string(),
  outCoursePeriod: z.string(),
  outScoreCognizanceFinalValue: z.string(),
  outSchoolScoreTypeName: z.string(),
  outSchoolName: z.string(),
});
const insideScore = z.object({
  semesterId: z.string(),
  courseNatureName: z.string(),
  courseAttributeName: z.string(),
  courseNum: z.string(),
  courseName: z.string(),
  courseCredit: z.string(),
  coursePeriod: z.string(),
  scoreCognizanceFinalValue: z.string(),
  scoreHierarchyCode: z.string(),
  scoreHierarchyName: z.string(),
  scoreValueStr: z.string(),
});

export const recognitionViews = ['apply', 'todo', 'settle', 'passed', 'audit'] as const;

/**
 * What lists are filtered by (RECOGNITION-19). `view`: own applications with what is only saved; what waits for the
 * caller's decision; what is in force and rests on scores that have changed since; what has passed; or everything that
 * was sent for audit.
 */
/** What recognitions are sorted by. */
export const recognitionSorts = ['studentNumber', 'departmentName', 'applyTime', 'status'] as const;

const filter = {
  view: z.enum(recognitionViews).default('audit'),
  keyword: z.string().trim().max(60).optional(),
  /** 0 已保存 …; several with commas. */
  approvalBusinessStatus: z
    .string()
    .regex(/^\d(,\d)*$/)
    .optional(),
  /** Days of application, both inside. */
  beginDate: z.iso.date().optional(),
  endDate: z.iso.date().optional(),
  departmentId: z.string().max(20).optional(),
};
const creditsEarned = {
  required: z.string(),
  earnedBefore: z.string(),
  earnedAfter: z.string(),
  missingBefore: z.string(),
  missingAfter: z.string(),
};
/**
 * What a recognition changes in the student's progress, in credits as shown: of the whole plan, and of each module in
 * which anything becomes different.
 */
export const progressEffect = z.object({
  ...creditsEarned,
  modules: z.array(z.object({ module: z.string(), ...creditsEarned })),
});
const detailOutput = z.object({
  ...recognitionItem.shape,
  kind: z.string(),
  processNo: z.string(),
  scoreCognizanceApplyRemark: z.string(),
  /** True once the recognised scores exist. */
  effected: z.boolean(),
  /** Opinion with which it came back or was not passed; null otherwise. */
  opinion: z.string().nullable(),
  /** What the office did last about it once it was in force: kept or adjusted it after a change, or revoked it. */
  settlement: z
    .object({ text: z.string(), reason: z.string(), personName: z.string(), settleTime: dateTimeText })
    .nullable(),
  relateList: z.array(
    z.object({ creditShortReason: z.string(), outSideList: z.array(outsideScore), inSideList: z.array(insideScore) }),
  ),
  /** What it would change in the student's progress now, while it is decided; null otherwise. */
  progress: progressEffect.nullable(),
  /** For the applicant, while it may be changed: the form as it was saved or sent. */
  form: recognitionDraftForm.nullable(),
});

const key = z.string().max(64);

/** The calls of one kind: each under the kind's permission codes (RECOGNITION-24). */
function operationsOf<K extends RecognitionKind>(kind: K) {
  const { name, path, codes } = recognitionKinds[kind];
  return {
    apply: defineOperation({
      id: `recognition.apply.${kind}`,
      method: 'POST',
      path: `${path}/apply`,
      access: { permission: codes.apply },
      scope: 'student',
      summary: `申请${name}`,
      encoding: 'json',
      outcome: 'submitForApproval',
      input: recognitionFormOf(kind).omit({ kind: true }).extend({ commandId }),
      output: z.object({ applyId: z.string() }),
    }),
    save: defineOperation({
      id: `recognition.save.${kind}`,
      method: 'POST',
      path: `${path}/save`,
      access: { permission: codes.apply },
      scope: 'student',
      summary: `保存${name}申请`,
      encoding: 'json',
      outcome: 'modify',
      input: recognitionDraftForm.extend({
        commandId,
        applyId: z.string().min(1).max(60),
        studentId: z.string().min(1, '请先选择学生再操作'),
      }),
      output: z.object({ applyId: z.string() }),
    }),
    /** Deletes own applications that are saved, returned or recalled; each answers for itself (RECOGNITION-23). */
    batchDelete: defineOperation({
      id: `recognition.batchDelete.${kind}`,
      method: 'POST',
      path: `${path}/batchDelete`,
      access: { permission: codes.remove },
      scope: noScope.own,
      summary: `批量删除${name}申请`,
      encoding: 'json',
      outcome: 'remove',
      input: z.object({
        commandId,
        keyList: z.array(z.string().min(1)).min(1, '请至少选择一条数据').max(100, '一次最多删除 100 项'),
      }),
      output: z.object({ results: z.record(z.string(), z.object({ code: z.string(), message: z.string() })) }),
    }),
    query: defineOperation({
      id: `recognition.query.${kind}`,
      method: 'POST',
      path: `${path}/query`,
      access: { permission: codes.query },
      scope: 'application',
      summary: `${name}列表`,
      encoding: 'form',
      outcome: 'query',
      input: z.object({
        ...filter,
        sort: sortBy(recognitionSorts),
        pageNo: pageNum,
        pageSize: pageSize.default(SCORE_PAGE_SIZE),
      }),
      output: z.object({
        rows: z.array(recognitionItem),
        total,
        /** How many wait for the caller, whatever the view. */
        todo: total,
      }),
    }),
    /** The audit list as a workbook (RECOGNITION-25). */
    exportAuditExcel: defineOperation({
      id: `recognition.exportAuditExcel.${kind}`,
      method: 'POST',
      path: `${path}/exportAuditExcel`,
      access: { permission: codes.exportExcel },
      scope: 'application',
      summary: `导出${name}审核`,
      encoding: 'form',
      outcome: 'exportExcel',
      answer: 'file',
      input: z.object(filter),
      output: z.unknown(),
    }),
    /**
     * Two groups of columns: the outside score and what it is recognised as (RECOGNITION-04…11, 13…16, 20, 21). Credits
     * and values as shown.
     */
    detail: defineOperation({
      id: `recognition.detail.${kind}`,
      method: 'GET',
      path: `${path}/detail/{id}`,
      access: { permission: codes.detail },
      scope: 'application',
      summary: `${name}详情`,
      outcome: 'query',
      input: z.object({ id: z.string().min(1) }),
      output: detailOutput,
    }),
    /** The audit action (RECOGNITION-22): decides several by the shared rules of approvals; each answers for itself. */
    audit: defineOperation({
      id: `recognition.audit.${kind}`,
      method: 'POST',
      path: `${path}/audit`,
      access: { permission: 'system:approve' },
      scope: 'application',
      summary: `审核${name}`,
      encoding: 'json',
      outcome: 'audit',
      input: approve.input,
      output: approve.output,
    }),
    /**
     * Takes a recognition in force back: its scores go, its courses, credits and sources are free again. Refuses
     * RECOGNITION_NOT_EFFECTED.
     */
    revoke: defineOperation({
      id: `recognition.revoke.${kind}`,
      method: 'POST',
      path: `${path}/revoke`,
      access: { permission: REVOKE },
      scope: 'application',
      summary: `撤销${name}`,
      dangerous: {
        why: '撤销后认定成绩作废，课程须重新认定或修读',
        tells: ({ applyId, reason }) => `${name} ${applyId}：${reason}`,
      },
      encoding: 'form',
      failureText: '撤销失败',
      input: revokeRecognition.payload.omit({ kind: true }).extend({ commandId }),
      output: revokeRecognition.result,
    }),
    /**
     * In-plan courses of a student; `recognised` are those that have a recognised score, or an application for one;
     * `passedFinal` is the score by which a course is passed, empty while it is not. Bands convert grades' names.
     */
    planCourses: defineOperation({
      id: `recognition.planCourses.${kind}`,
      method: 'GET',
      path: `${path}/planCourses`,
      access: { permission: codes.query },
      scope: 'student',
      summary: '学生培养计划内课程',
      outcome: 'query',
      input: z.object({ studentId: z.string().min(1, '请先选择学生再操作') }),
      output: z.object({
        list: z.array(
          z.object({
            courseId: z.string(),
            courseNum: z.string(),
            courseName: z.string(),
            courseCredit: z.string(),
            coursePeriod: z.string(),
            courseNatureName: z.string(),
            courseAttributeName: z.string(),
            semesterId: z.string(),
            openDepartmentId: z.string(),
            openDepartmentName: z.string(),
            scoreHierarchyCode: z.string(),
            scoreHierarchyName: z.string(),
            recognised: z.boolean(),
            passedFinal: z.string(),
          }),
        ),
        /** Values in hundredths. */
        bands: z.array(
          z.object({
            scoreHierarchyCode: z.string(),
            scoreValueName: z.string(),
            scorePercentileMinValue: z.number().int(),
            scorePercentileMaxValue: z.number().int(),
            scorePercentileValue: z.number().int(),
          }),
        ),
        /**
         * Credits that the grade and major asks for and how many per cent of them may be recognised; credits that may
         * be, and those that are or are asked for. As shown.
         */
        creditBase: z.string(),
        creditPercent: z.number().int(),
        creditLimit: z.string(),
        creditTaken: z.string(),
      }),
    }),
    /** What the student's progress gains if what the form says were recognised: told before it is sent. */
    effect: defineOperation({
      id: `recognition.effect.${kind}`,
      method: 'POST',
      path: `${path}/effect`,
      access: { permission: codes.query },
      scope: 'student',
      summary: `${name}对培养进度的影响`,
      encoding: 'json',
      outcome: 'query',
      input: z.object({
        studentId: z.string().min(1, '请先选择学生再操作'),
        relateList: z
          .array(
            z.object({
              outSideList: z.array(z.object({ attemptId: key, outCourseId: key })).max(MAX_LINES),
              inSideList: z.array(z.object({ courseId: key })).max(MAX_LINES),
            }),
          )
          .max(MAX_GROUPS),
      }),
      output: z.object({ progress: progressEffect.nullable() }),
    }),
    /** Whether applications are taken now, and what to tell people (SCORE-MORE-32). */
    window: defineOperation({
      id: `recognition.window.${kind}`,
      method: 'GET',
      path: `${path}/window`,
      access: { permission: codes.query },
      scope: noScope.school,
      summary: `${name}申请时间`,
      outcome: 'query',
      input: z.object({}),
      output: z.object({ open: z.boolean(), text: z.string() }),
    }),
  } as const;
}

/**
 * In-system: settles a recognition in force whose source has changed. `kept`: it stays as it is; `adjusted`: its values
 * follow by the credit-weighted mean. Refuses RECOGNITION_NOTHING_TO_SETTLE, RECOGNITION_NOT_ADJUSTABLE and
 * RECOGNITION_VALUE_FAILED.
 */
const settle = defineOperation({
  id: 'recognition.settle.system',
  method: 'POST',
  path: `${recognitionKinds.system.path}/settle`,
  access: { permission: SETTLE },
  scope: 'application',
  summary: '处理原成绩已变更的认定',
  encoding: 'form',
  failureText: '处理失败',
  input: settleRecognition.payload.omit({ kind: true }).extend({ commandId }),
  output: settleRecognition.result,
});

/** The calls of each kind. */
export const recognitionOperationsOf = {
  system: { ...operationsOf('system'), settle },
  outside: operationsOf('outside'),
  outSchool: operationsOf('outSchool'),
} as const;

/** Scores of other schools that are kept of a student and that no application uses (SCORE-MORE-31). */
export const freeOutsideScores = defineOperation({
  id: 'recognition.outsideScores',
  method: 'GET',
  path: `${recognitionKinds.outSchool.path}/outsideScores`,
  access: { permission: recognitionKinds.outSchool.codes.apply },
  scope: 'student',
  summary: '学生可认定的校外成绩',
  outcome: 'query',
  input: z.object({ studentId: z.string().min(1, '请先选择学生再操作') }),
  output: z.object({
    list: z.array(
      outsideScore.omit({ courseNum: true, outSchoolScoreTypeName: true }).extend({
        outSchoolScoreId: z.string(),
        outSchoolScoreType: z.string(),
      }),
    ),
  }),
});

/**
 * In-system: a student's passed attempts, which may be recognised as courses of the plan. `used` are those that another
 * application uses.
 */
export const recognisableAttempts = defineOperation({
  id: 'recognition.attempts.system',
  method: 'GET',
  path: `${recognitionKinds.system.path}/attempts`,
  access: { permission: recognitionKinds.system.codes.apply },
  scope: 'student',
  summary: '学生可认定的系统内成绩',
  outcome: 'query',
  input: z.object({ studentId: z.string().min(1, '请先选择学生再操作') }),
  output: z.object({
    list: z.array(
      z.object({
        attemptId: z.string(),
        courseId: z.string(),
        courseNum: z.string(),
        courseName: z.string(),
        courseCredit: z.string(),
        coursePeriod: z.string(),
        courseNatureName: z.string(),
        courseAttributeName: z.string(),
        semesterId: z.string(),
        finalName: z.string(),
        /** Decimal text with two places. */
        final: z.string(),
        used: z.boolean(),
        inPlan: z.boolean(),
      }),
    ),
  }),
});

export const recognitionOperations = [
  ...Object.values(recognitionOperationsOf.system),
  ...Object.values(recognitionOperationsOf.outside),
  ...Object.values(recognitionOperationsOf.outSchool),
  recognisableAttempts,
  freeOutsideScores,
] as const;
