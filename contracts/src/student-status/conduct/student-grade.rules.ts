/** Weights of the parts of a yearly grade in per cent, as the school sets them. */
export interface GradeWeights {
  readonly moral: number;
  readonly study: number;
  readonly sport: number;
}

/** The parts in tenths; null: not given. */
export interface GradeParts {
  readonly moral: number | null;
  readonly study: number | null;
  readonly sport: number | null;
}

const names = ['moral', 'study', 'sport'] as const;

/**
 * The total of a yearly grade in tenths (STUDENT-STATUS-29): the parts by their weights. Null while a part that weighs
 * something is missing, or where nothing weighs anything.
 */
export function gradeTotal(parts: GradeParts, weights: GradeWeights): number | null {
  const sum = names.reduce((all, name) => all + weights[name], 0);
  if (sum === 0 || names.some((name) => weights[name] > 0 && parts[name] === null)) return null;
  return Math.round(names.reduce((all, name) => all + (parts[name] ?? 0) * weights[name], 0) / sum);
}

/** The study part in tenths that a grade point average in hundredths comes to: 5.00 is 100. */
export function studyOfGpa(gpa: number): number {
  return Math.min(1000, gpa * 2);
}
