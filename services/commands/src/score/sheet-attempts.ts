import type { Attempt } from '@jwxt/contracts/score/attempts.events.ts';
import { finalText } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { SheetFacts, SheetRules, SubmittedRow } from '@jwxt/contracts/score/score-sheet.events.ts';

/** Exam nature of each score type, @XTGL_KSXZ (domain-model-score §1); the list's source tells rebuilds and catch-ups apart. */
const natureOf: Record<string, string> = { '1': '01', '2': '11', '3': '21', '4': '13' };
const natureOfSource: Record<string, string> = { 重修: '13', 补修: '15' };
const TYPED = '1';

/** Id of the attempt that a sheet makes for a student: one for each. */
export function sheetAttemptId(about: Pick<SheetFacts, 'teachingClassId' | 'scoreType'>, studentCode: string): string {
  return `${about.teachingClassId}.${about.scoreType}.${studentCode}`;
}

/** The attempt that a published row is. Without a value (缓考, 待定, …) it is recorded too, and does not count. */
export function attemptOf(about: SheetFacts, rules: SheetRules, row: SubmittedRow, applyId: string): Attempt {
  const { studentCode, studentNumber, studentName, departmentId, bjdm, njzydm, final, passed, scoreRemarkCode } = row;
  return {
    attemptId: sheetAttemptId(about, studentCode), studentCode, studentNumber, studentName,
    courseId: about.courseId, courseNum: about.courseNum, courseName: about.courseName, courseCredit: about.courseCredit, semesterId: about.semesterId,
    examNature: natureOfSource[row.isReExamStudentName] ?? natureOf[about.scoreType] ?? '01',
    final, finalName: finalText(final, rules), scoreRemarkCode, passed, source: TYPED, ruleVersion: rules.ruleVersion, scoreHierarchyCode: rules.scoreHierarchyCode,
    teachingClassId: about.teachingClassId, scoreType: about.scoreType, applyId, openDepartmentId: about.openDepartmentId, departmentId, bjdm, njzydm,
  };
}
