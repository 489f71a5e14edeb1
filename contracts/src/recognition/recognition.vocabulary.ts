import type { PermissionCode } from '../kernel/permission.vocabulary.ts';
import { modulePath } from '../kernel/module.vocabulary.ts';

/**
 * What a recognition is about: scores of this system, of the school but not of this system, or of another school. Also
 * the part of the address.
 */
export const recognitionKindList = ['system', 'outside', 'outSchool'] as const;
export type RecognitionKind = (typeof recognitionKindList)[number];

/** What differs from kind to kind. */
export interface RecognitionKindFacts {
  readonly name: string;
  /** Process that decides it (APPROVAL-40…42). */
  readonly processNo: 'XTNCJRDSH' | 'XTWCJRDSH' | 'XWCJRDSH';
  /** `cognizanceType` of its application windows (SCORE-MORE-32). */
  readonly cognizanceType: '1' | '2' | '3';
  /** Root of its calls; `/detail/{id}` follows (RECOGNITION-20, 21). */
  readonly path: string;
  /** Permission codes (RECOGNITION-24); those that the specification does not name have the same beginnings. */
  readonly codes: {
    readonly query: PermissionCode;
    readonly apply: PermissionCode;
    readonly remove: PermissionCode;
    readonly detail: PermissionCode;
    readonly exportExcel: PermissionCode;
  };
  /** What the list of applications is called where a page leads back to it (RECOGNITION-12). */
  readonly applicationName: string;
}

export const recognitionKinds: Readonly<Record<RecognitionKind, RecognitionKindFacts>> = {
  system: {
    name: '系统内成绩认定',
    processNo: 'XTNCJRDSH',
    cognizanceType: '1',
    path: '/score/scoreCognizanceApply/systemScore',
    applicationName: '系统内成绩认定申请',
    codes: {
      query: 'systemScoreCognizance:query',
      apply: 'systemScoreCognizance:apply',
      remove: 'systemScoreCognizance:batchDelete',
      detail: 'systemScoreCognizanceAudit:detail',
      exportExcel: 'systemScoreCognizanceAudit:exportAuditExcel',
    },
  },
  outside: {
    name: '系统外成绩认定',
    processNo: 'XTWCJRDSH',
    cognizanceType: '2',
    path: '/score/scoreCognizanceApply',
    applicationName: '系统外成绩认定申请',
    codes: {
      query: 'outsideScoreCognizance:query',
      apply: 'outsideScoreCognizance:apply',
      remove: 'outsideScoreCognizance:batchDelete',
      detail: 'outsideScoreCognizance:detail',
      exportExcel: 'outsideScoreCognizanceAudit:exportAuditExcel',
    },
  },
  outSchool: {
    name: '校外成绩认定',
    processNo: 'XWCJRDSH',
    cognizanceType: '3',
    path: '/score/outSchool/scoreCognizanceApply',
    applicationName: '校外成绩认定申请',
    codes: {
      query: 'outSideSchoolScoreCognizance:query',
      apply: 'outSideSchoolScoreCognizance:apply',
      remove: 'outSideSchoolScoreCognizance:batchDelete',
      detail: 'outSideSchoolScoreCognizance:detail',
      exportExcel: 'outSideSchoolScoreCognizance:exportAuditExcel',
    },
  },
};

/**
 * Lets a person send groups with fewer outside than inside credits, giving the reason (domain-model-score §4: the
 * office).
 */
export const CREDIT_OVERRIDE: PermissionCode = 'scoreCognizance:overrideCredit';

/** Lets a person settle recognitions whose source has changed, and take recognitions in force back. */
export const SETTLE: PermissionCode = 'scoreCognizance:settle';
export const REVOKE: PermissionCode = 'scoreCognizance:revoke';

/** What the office decides about a recognition whose source has changed, beside revoking it. */
export const settlements = ['kept', 'adjusted'] as const;
export type Settlement = (typeof settlements)[number];
export const settlementNames: Readonly<Record<Settlement, string>> = { kept: '保留', adjusted: '按规则调整' };

/** Dictionary of the sources of scores of other schools (RECOGNITION-11). */
export const SCORE_SOURCE_DICTIONARY = 'CJ_XWCJLX';

/** The kind that a process decides; undefined for processes of other things. */
export function recognitionKindOf(processNo: string): RecognitionKind | undefined {
  return recognitionKindList.find((kind) => recognitionKinds[kind].processNo === processNo);
}

/** Longest remark, and longest reason for fewer outside credits. */
export const REMARK_MAX = 200;
export const CREDIT_REASON_MAX = 60;
/** Longest reason of the office for what it does about a recognition in force. */
export const SETTLE_REASON_MAX = 200;
/** Groups of one application, and lines on each side of a group. */
export const MAX_GROUPS = 20;
export const MAX_LINES = 20;

/** Where a recognition within the school is begun for a student, by his number, with what his plan does not ask for. */
export const recognitionFor = (studentNumber: string): string =>
  modulePath('scoreManage', `recognition/system/new?${new URLSearchParams({ for: studentNumber }).toString()}`);
