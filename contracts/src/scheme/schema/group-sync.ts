import type { SchemaCourse } from './schema-course.ts';

/** A course of a group, as far as comparing needs it. */
interface GroupMember {
  readonly courseCode: string;
}

/** What a group says that a scheme which quotes it does not, and the other way round. */
export interface GroupDifference<Member extends GroupMember> {
  readonly added: readonly Member[];
  readonly removed: readonly SchemaCourse[];
}

/**
 * How the rows of a scheme differ from a group that it quotes (SCHEME-40…42): courses that came into the group, and
 * rows of the link whose course left it. What the department wrote about a row (term, class, credit) is its own, and a
 * course that the scheme has otherwise is not taken again.
 */
export function groupDifference<Member extends GroupMember>(
  courses: readonly SchemaCourse[],
  courseGroupId: string,
  members: readonly Member[],
): GroupDifference<Member> {
  const own = new Set(courses.map(({ courseCode }) => courseCode));
  const inGroup = new Set(members.map(({ courseCode }) => courseCode));
  return {
    added: members.filter(({ courseCode }) => !own.has(courseCode)),
    removed: courses.filter((row) => row.courseGroupId === courseGroupId && !inGroup.has(row.courseCode)),
  };
}
