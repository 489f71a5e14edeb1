/** What a student is ranked by; null: nothing that counts. Hundredths. */
export type Ranked = { readonly gpa: number | null; readonly weightedAverage: number | null };

/**
 * The rank of each by grade point average, then by weighted average (domain-model-score §4), in the given order. Ties
 * share a rank, the next one comes after all of them; who has no average has none.
 */
export function ranksOf(students: readonly Ranked[]): readonly (number | null)[] {
  const ranked = students.filter(({ gpa }) => gpa !== null);
  const isAhead = (one: Ranked, other: Ranked): boolean =>
    (one.gpa ?? 0) > (other.gpa ?? 0) ||
    (one.gpa === other.gpa && (one.weightedAverage ?? 0) > (other.weightedAverage ?? 0));
  const order = ranked.toSorted((one, other) => (isAhead(one, other) ? -1 : Number(isAhead(other, one))));
  const rankOf = new Map<Ranked, number>();
  for (const [index, student] of order.entries()) {
    const before = order[index - 1];
    rankOf.set(student, before && !isAhead(before, student) ? rankOf.get(before)! : index + 1);
  }
  return students.map((student) => rankOf.get(student) ?? null);
}
