/** Terms of a plan, counted from enrolment (domain-model-scheme §1). */
export const TERMS_AT_MOST = 12;

/** The semester in which those who began in a grade (`2026`) have their n-th term. */
export function semesterOfTerm(grade: string, term: number): string {
  const year = Number(grade.slice(0, 4)) + Math.floor((term - 1) / 2);
  return `${String(year)}-${String(year + 1)}-${String(((term - 1) % 2) + 1)}`;
}

/** The term in which those of a grade are in a semester; the third semester of a year counts as its second. */
export function termOfSemester(grade: string, semester: string): number {
  const years = Number(semester.slice(0, 4)) - Number(grade.slice(0, 4));
  return years * 2 + Math.min(2, Number(semester.slice(-1)));
}

/** A term as people say it: 大一上. */
export function termText(term: number): string {
  return `${'一二三四五六'[Math.floor((term - 1) / 2)] ?? ''}${term % 2 === 1 ? '上' : '下'}`;
}
