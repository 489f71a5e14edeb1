/** Two courses that are one achievement (SCORE-MORE-46), for students of some grades; of all where there are none. */
export interface EquivalentPair {
  readonly courseId: string;
  readonly otherId: string;
  readonly grades: readonly string[];
}

/** Names the group of courses of which only one counts: the same name for all of them. */
export type Equivalence = (courseId: string) => string;

/** Every course counts for itself. */
export const eachForItself: Equivalence = (courseId) => courseId;

/** The groups of equivalent courses that hold for students of a grade; what is equivalent to the same is equivalent. */
export function equivalenceFor(pairs: readonly EquivalentPair[], gradeCode: string): Equivalence {
  const parent = new Map<string, string>();
  const groupOf = (courseId: string): string => {
    const above = parent.get(courseId);
    return above === undefined ? courseId : groupOf(above);
  };
  for (const { courseId, otherId, grades } of pairs) {
    if (grades.length > 0 && !grades.includes(gradeCode)) continue;
    const [one, other] = [groupOf(courseId), groupOf(otherId)].toSorted();
    if (one !== undefined && other !== undefined && one !== other) parent.set(other, one);
  }
  return groupOf;
}

/** The courses of a group, whatever the grade: this one first. */
export function coursesEquivalentTo(courseId: string, pairs: readonly EquivalentPair[]): string[] {
  const found = new Set([courseId]);
  for (const known of found)
    for (const pair of pairs) {
      if (pair.courseId === known) found.add(pair.otherId);
      if (pair.otherId === known) found.add(pair.courseId);
    }
  return [...found];
}
