/** One row of conditions as it stands for one student; scores in tenths, as they are stored. */
export type RequirementOfStudent = {
  /** Codes and names that the row allows; none: all. */
  readonly grades: readonly string[];
  readonly gradeNames: string;
  readonly studentTypes: readonly string[];
  readonly studentTypeNames: string;
  /** The subject that comes first, what it takes (null: to pass), and the student's best score there. */
  readonly prerequisite: {
    readonly name: string;
    readonly score: number | null;
    readonly best: number | null;
    readonly passed: boolean;
  } | null;
  /** Who has this many points already does not sign up again. */
  readonly maxPassedScore: number | null;
  /** The student's best score in the subject itself. */
  readonly best: number | null;
};
/** What conditions are judged by, with its names. */
export type Examinee = {
  readonly grade: string;
  readonly gradeName: string;
  readonly studentType: string;
  readonly studentTypeName: string;
};

const points = (tenths: number): string => String(tenths / 10);

/** The conditions of a row that a student does not meet, in words. */
export function unmetConditions(row: RequirementOfStudent, student: Examinee): string[] {
  const { prerequisite: first, maxPassedScore, best } = row;
  const unmet: string[] = [];
  if (row.grades.length > 0 && !row.grades.includes(student.grade))
    unmet.push(`年级须为${row.gradeNames}（现为${student.gradeName}）`);
  if (row.studentTypes.length > 0 && !row.studentTypes.includes(student.studentType))
    unmet.push(`学生类别须为${row.studentTypeNames}（现为${student.studentTypeName}）`);
  if (first && (first.score === null ? !first.passed : (first.best ?? -1) < first.score * 10)) {
    const wanted = first.score === null ? '须合格' : `须达到 ${String(first.score)} 分`;
    unmet.push(`“${first.name}”${wanted}（${first.best === null ? '没有成绩' : `最高 ${points(first.best)} 分`}）`);
  }
  if (maxPassedScore !== null && best !== null && best >= maxPassedScore * 10)
    unmet.push(`已达到 ${String(maxPassedScore)} 分的不可再报（最高 ${points(best)} 分）`);
  return unmet;
}

/**
 * Why a student may not sign up (SCORE-MORE-14): what is unmet of each row; null where there is no row, or one is met
 * whole.
 */
export function requirementProblem(rows: readonly RequirementOfStudent[], student: Examinee): string | null {
  const unmet = rows.map((row) => unmetConditions(row, student));
  if (unmet.length === 0 || unmet.some((of) => of.length === 0)) return null;
  return [...new Set(unmet.map((of) => of.join('，且')))].join('；或者 ');
}
