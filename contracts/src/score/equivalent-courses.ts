/** Two courses that are one achievement (SCORE-MORE-46), for students of some grades; of all where there are none. */
export interface EquivalentPair {
  readonly courseId: string;
  readonly otherId: string;
  readonly grades: readonly string[];
}

/**
 * Courses that stand for others (SCHEME-36, 38): the new ones together for all of the old ones. `students`: for these
 * alone and those who are `labelled`, else for the grade-major.
 */
export interface CourseReplacement {
  readonly oldCourses: readonly string[];
  readonly newCourses: readonly string[];
  readonly gradeMajorId: string | null;
  readonly students: readonly string[];
  /** Who holds one of the labels that it names. */
  readonly labelled?: readonly string[];
}

/** All that is declared one achievement. */
export interface EquivalentCourses {
  readonly pairs: readonly EquivalentPair[];
  readonly replacements: readonly CourseReplacement[];
}
export const noEquivalents: EquivalentCourses = { pairs: [], replacements: [] };

/** What of a student decides which courses are one achievement for him. */
export interface EquivalenceStudent {
  readonly studentCode: string;
  readonly gradeCode: string;
  readonly gradeMajorId: string;
}

/** What holds of one student: `sets` are replacements of more than one course on a side. */
export interface Equivalence {
  /** Names the group of courses of which only one counts: the same name for all of them. */
  (courseId: string): string;
  readonly sets: readonly Pick<CourseReplacement, 'oldCourses' | 'newCourses'>[];
}

/** Every course counts for itself. */
export const eachForItself: Equivalence = Object.assign((courseId: string) => courseId, { sets: [] });

/**
 * The courses that are one achievement for a student; what is equivalent to the same is equivalent. Of rules that
 * replace the same course one's own goes before that of a label, and that before the one of the grade-major (SCHEME-38).
 */
export function equivalenceFor({ pairs, replacements }: EquivalentCourses, student: EquivalenceStudent): Equivalence {
  const ranks = [
    ({ students }: CourseReplacement) => students.includes(student.studentCode),
    ({ labelled = [] }: CourseReplacement) => labelled.includes(student.studentCode),
    ({ gradeMajorId }: CourseReplacement) => gradeMajorId !== null && gradeMajorId === student.gradeMajorId,
  ];
  const rules: CourseReplacement[] = [];
  for (const holds of ranks) {
    const decided = new Set(rules.flatMap(({ oldCourses }) => oldCourses));
    rules.push(
      ...replacements.filter((rule) => holds(rule) && !rule.oldCourses.some((courseId) => decided.has(courseId))),
    );
  }
  const one = rules.filter((rule) => isOneToOne(rule));
  return Object.assign(
    groupsOf(
      [
        ...pairs,
        ...one.flatMap(({ oldCourses: [courseId], newCourses: [otherId] }) =>
          courseId === undefined || otherId === undefined ? [] : [{ courseId, otherId, grades: [] }],
        ),
      ],
      student.gradeCode,
    ),
    { sets: rules.filter((rule) => !isOneToOne(rule)) },
  );
}

const isOneToOne = ({ oldCourses, newCourses }: CourseReplacement): boolean =>
  oldCourses.length === 1 && newCourses.length === 1;

/**
 * By group, the groups that stand for it together: each of them `holds`, or others stand for it in turn (A → B → C).
 * What would lead back to itself stands for nothing.
 */
export function takenOver(
  groupOf: Equivalence,
  holds: (group: string) => boolean,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { oldCourses, newCourses } of groupOf.sets) {
      const groups = newCourses.map((courseId) => groupOf(courseId));
      if (!groups.every((group) => holds(group) || found.has(group))) continue;
      const standing = [...new Set(groups.flatMap((group) => (holds(group) ? group : (found.get(group) ?? []))))];
      for (const old of oldCourses.map((courseId) => groupOf(courseId)))
        if (!found.has(old) && !standing.includes(old)) found.set(old, standing);
    }
  }
  return found;
}

function groupsOf(pairs: readonly EquivalentPair[], gradeCode: string): (courseId: string) => string {
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

/** The courses that may count with this one, for whomever: this one first. */
export function coursesEquivalentTo(courseId: string, { pairs, replacements }: EquivalentCourses): string[] {
  const found = new Set([courseId]);
  const together = [
    ...pairs.map((pair) => [pair.courseId, pair.otherId]),
    ...replacements.map(({ oldCourses, newCourses }) => [...oldCourses, ...newCourses]),
  ];
  for (const known of found)
    for (const courses of together) if (courses.includes(known)) for (const each of courses) found.add(each);
  return [...found];
}

/** Every course that some other may count for or with. */
export function allEquivalentCourses({ pairs, replacements }: EquivalentCourses): string[] {
  return [
    ...pairs.flatMap(({ courseId, otherId }) => [courseId, otherId]),
    ...replacements.flatMap(({ oldCourses, newCourses }) => [...oldCourses, ...newCourses]),
  ];
}
