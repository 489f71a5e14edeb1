import { sheetAttemptId, type Attempt } from '@jwxt/contracts/score/attempts.events.ts';
import { computeRow, finalText, isDeferred } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { SheetFacts, SheetRules, SubmittedRow } from '@jwxt/contracts/score/score-sheet.events.ts';

/**
 * Exam nature of each score type, @XTGL_KSXZ (domain-model-score §1); the list's source tells rebuilds and catch-ups
 * apart.
 */
const natureOf: Record<string, string> = { '1': '01', '2': '11', '3': '21', '4': '13' };
const natureOfSource: Record<string, string> = { 重修: '13', 补修: '15' };
/** By make-up type: the first and second make-up, and the deferred exam. */
const natureOfMakeup = { '1': '11', '2': '12', '3': '02' } as const;
const TYPED = '1';

/** The attempt that a published row is. Without a value (缓考, 待定, …) it is recorded too, and does not count. */
export function attemptOf(about: SheetFacts, rules: SheetRules, row: SubmittedRow, applyId: string): Attempt {
  const { studentCode, studentNumber, studentName, departmentId, bjdm, njzydm, final, passed } = row;
  const { rawFinal } = computeRow(row.cells, row.scoreRemarkCode, rules, studentCode);
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
    source: TYPED,
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
  { scoreType }: Pick<SheetFacts, 'scoreType'>,
  { retake }: Pick<SheetRules, 'retake'>,
  row: Pick<SubmittedRow, 'studentCode' | 'isReExamStudentName'>,
): string {
  const listed = retake?.students[row.studentCode];
  if (listed && scoreType === '2') return natureOfMakeup[listed.makeupType];
  return natureOfSource[row.isReExamStudentName] ?? natureOf[scoreType] ?? '01';
}

/** Who stays away from a deferred exam has had his leave already: 缺考 there is 旷考 (domain-model-score §2). */
export function publishedRemark(
  rules: Pick<SheetRules, 'retake'>,
  { studentCode, scoreRemarkCode }: Pick<SubmittedRow, 'studentCode' | 'scoreRemarkCode'>,
): string {
  return scoreRemarkCode === '02' && isDeferred(rules, studentCode) ? '03' : scoreRemarkCode;
}
