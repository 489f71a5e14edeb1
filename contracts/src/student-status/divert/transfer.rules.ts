/** A student who asks to change his major, as far as rules look at him (STUDENT-STATUS-23). */
export interface TransferringStudent {
  /** `dqztm`. */
  readonly status: string;
  readonly inAttendance: boolean;
  /** Half years since he began; 0: the first semester. */
  readonly semestersBehind: number;
  /** Half years until he is to graduate; 1: only one is left, the running one. */
  readonly semestersLeft: number;
  readonly studentType: string;
  readonly gradeMajorId: string;
  readonly grade: string;
  /** Transfers that were carried out. */
  readonly transfersBefore: number;
  readonly punished: boolean;
}

/** What he wants to change to. */
export interface TransferTarget {
  readonly gradeMajorId: string;
  readonly grade: string;
  readonly studentType: string;
}

/** Semesters of the last year, in which nobody changes any more. */
const LAST_YEAR = 2;

/** Why a student may not change his major at all, or to this one; null: he may. */
export function whyNoTransfer(
  student: TransferringStudent,
  target: TransferTarget | null,
  most: number,
): { readonly field: 'targetGradeMajorId' | 'batchId'; readonly why: string } | null {
  const no = (why: string, field: 'targetGradeMajorId' | 'batchId' = 'batchId') => ({ field, why });
  if (!student.inAttendance) return no('当前学籍状态不是在读，不能转专业');
  if (student.semestersBehind === 0) return no('入学第一学期不能转专业');
  if (student.semestersLeft <= LAST_YEAR) return no('毕业学年不能转专业');
  if (student.transfersBefore >= most) return no(`在校期间最多转专业 ${String(most)} 次`);
  if (student.punished) return no('处分期内不能转专业');
  if (target === null) return null;
  if (target.gradeMajorId === student.gradeMajorId) return no('已在这个年级专业', 'targetGradeMajorId');
  if (target.grade !== student.grade) return no('只能转入同一年级的专业', 'targetGradeMajorId');
  return target.studentType === student.studentType ? null : no('学生类别不同，不能转入', 'targetGradeMajorId');
}

/** Somebody whom both departments let change. */
interface Transferring {
  readonly applyId: string;
  readonly studentNumber: string;
  readonly source: string;
  readonly target: string;
  /** In hundredths. */
  readonly totalScore: number | null;
  readonly gpa: number | null;
}

/** The places of a grade-major in a batch; `out` null: as many as want to leave. */
export interface TransferQuota {
  readonly gradeMajorId: string;
  readonly in: number;
  readonly out: number | null;
}

/**
 * Who is admitted: by total score, then by grade point average, within what the target takes in and the source lets
 * go. Answers for each why not, or null.
 */
export function admitTransfers(
  asking: readonly Transferring[],
  quotas: readonly TransferQuota[],
): ReadonlyMap<string, string | null> {
  const least = (value: number | null): number => value ?? Number.NEGATIVE_INFINITY;
  const ranked = asking.toSorted((one, other) => {
    if (one.totalScore !== other.totalScore) return least(one.totalScore) > least(other.totalScore) ? -1 : 1;
    if (one.gpa !== other.gpa) return least(one.gpa) > least(other.gpa) ? -1 : 1;
    return one.studentNumber < other.studentNumber ? -1 : 1;
  });
  const quotaOf = new Map(quotas.map((quota) => [quota.gradeMajorId, quota]));
  const [came, left] = [new Map<string, number>(), new Map<string, number>()];
  return new Map(
    ranked.map(({ applyId, source, target }) => {
      const [comes, goes] = [came.get(target) ?? 0, left.get(source) ?? 0];
      if (comes >= (quotaOf.get(target)?.in ?? 0)) return [applyId, '转入名额已满，按成绩排名未录取'];
      const out = quotaOf.get(source)?.out ?? null;
      if (out !== null && goes >= out) return [applyId, '转出名额已满，按成绩排名未录取'];
      came.set(target, comes + 1);
      left.set(source, goes + 1);
      return [applyId, null];
    }),
  );
}

/** Hundredths of an average and of an interview, the latter by its share in per cent. */
export function totalOf(average: number | null, interview: number | null, interviewRatio: number): number | null {
  if (interviewRatio === 0) return average;
  if (average === null && interview === null) return null;
  return Math.round(((average ?? 0) * (100 - interviewRatio) + (interview ?? 0) * interviewRatio) / 100);
}
