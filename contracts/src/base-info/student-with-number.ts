/** A student as titles, facts and messages name him: 张三（2024010101）. The rules of wording know no other place. */
export function studentWithNumber({
  studentName,
  studentNumber,
}: {
  readonly studentName: string;
  readonly studentNumber: string;
}): string {
  return `${studentName}（${studentNumber}）`;
}
