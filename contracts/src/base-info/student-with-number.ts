/** A student as titles, facts and messages name him: 张三（2024010101）; the one place that says how (wording rules). */
export function studentWithNumber({
  studentName,
  studentNumber,
}: {
  readonly studentName: string;
  readonly studentNumber: string;
}): string {
  return `${studentName}（${studentNumber}）`;
}
