import { sheetAttemptId, type Attempt } from '@jwxt/contracts/score/attempts.events.ts';
import { computeRow, finalText } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { SheetFacts, SheetRules, SubmittedRow } from '@jwxt/contracts/score/score-sheet.events.ts';
import {
  attemptSource,
  examNature,
  makeupType,
  REBUILD_SOURCE,
  retakingOf,
  scoreType,
  SUPPLEMENTARY_SOURCE,
} from '@jwxt/contracts/score/score.vocabulary.ts';
import { publishedRemark } from '../shared/published-value.ts';

/**
 * Exam nature of each score type, @XTGL_KSXZ (domain-model-score §1); the list's source tells retakes and catch-ups
 * apart.
 */
const natureOf: Readonly<Record<string, string>> = {
  [scoreType.regular]: examNature.regular,
  [scoreType.makeup]: examNature.firstMakeup,
  [scoreType.beforeGraduation]: examNature.afterCompletion,
  [scoreType.retake]: examNature.retake,
};
const natureOfSource: Readonly<Record<string, string>> = {
  [REBUILD_SOURCE]: examNature.retake,
  [SUPPLEMENTARY_SOURCE]: examNature.supplementary,
};
/** By make-up type: the first and second make-up, and the deferred exam. */
const natureOfMakeup = {
  [makeupType.first]: examNature.firstMakeup,
  [makeupType.second]: examNature.secondMakeup,
  [makeupType.deferred]: examNature.deferred,
} as const;

/** The attempt that a published row is. Without a value (缓考, 待定, …) it is recorded too, and does not count. */
export function attemptOf(about: SheetFacts, rules: SheetRules, row: SubmittedRow, applyId: string): Attempt {
  const { studentCode, studentNumber, studentName, departmentId, bjdm, njzydm, final, passed } = row;
  const { rawFinal } = computeRow(row.cells, row.scoreRemarkCode, rules, {
    studentCode,
    ...retakingOf(row.isReExamStudentName),
  });
  return {
    attemptId: sheetAttemptId(about, studentCode),
    studentCode,
    studentNumber,
    studentName,
    courseId: about.courseId,
    courseNum: about.courseNum,
    courseName: about.courseName,
    courseCredit: about.courseCredit,
    semesterId: about.semesterId,
    examNature: natureOfRow(about, rules, row),
    final,
    finalName: finalText(final, rules),
    scoreRemarkCode: publishedRemark(rules, row),
    passed,
    ...(rawFinal === undefined ? {} : { rawFinal }),
    source: attemptSource.typed,
    ruleVersion: rules.ruleVersion,
    scoreHierarchyCode: rules.scoreHierarchyCode,
    teachingClassId: about.teachingClassId,
    scoreType: about.scoreType,
    applyId,
    openDepartmentId: about.openDepartmentId,
    departmentId,
    bjdm,
    njzydm,
  };
}

function natureOfRow(
  { scoreType: type }: Pick<SheetFacts, 'scoreType'>,
  { retake }: Pick<SheetRules, 'retake'>,
  row: Pick<SubmittedRow, 'studentCode' | 'isReExamStudentName'>,
): string {
  const listed = retake?.students[row.studentCode];
  if (listed && type === scoreType.makeup) return natureOfMakeup[listed.makeupType];
  return natureOfSource[row.isReExamStudentName] ?? natureOf[type] ?? examNature.regular;
}
