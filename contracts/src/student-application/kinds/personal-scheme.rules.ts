import { personalChange } from './personal-scheme.ts';

/** A course of a personal scheme. Credit in tenths. */
export interface PersonalCourse {
  readonly courseId: string;
  readonly courseName: string;
  readonly term: number;
  readonly credit: number;
  readonly courseAttribute: string;
  /** Module of the plan, empty where it names none. */
  readonly module: string;
  readonly changeType: '0' | '1' | '3';
}

/** A change as the form has it. */
export interface PersonalChange {
  readonly changeType: '1' | '2' | '3';
  readonly courseId: string;
  readonly newCourseId: string | null;
  readonly term: number | null;
}

/** What is known of a course that a change brings in. */
export type BroughtCourse = Pick<PersonalCourse, 'courseName' | 'credit' | 'courseAttribute'>;

/** The courses of a plan as somebody changes them, or what is wrong with a change and in which field of it. */
export function changedPlan(
  plan: readonly PersonalCourse[],
  changes: readonly PersonalChange[],
  known: ReadonlyMap<string, BroughtCourse>,
): readonly PersonalCourse[] | { readonly at: number; readonly field: keyof PersonalChange; readonly why: string } {
  const courses = new Map(plan.map((course) => [course.courseId, course]));
  for (const [at, { changeType, courseId, newCourseId, term }] of changes.entries()) {
    const wrong = (field: keyof PersonalChange, why: string) => ({ at, field, why });
    const there = courses.get(courseId);
    if (changeType === personalChange.added) {
      if (there) return wrong('courseId', '方案中已有这门课程');
      if (term === null) return wrong('term', '请填写学期');
      const brought = known.get(courseId);
      if (!brought) return wrong('courseId', '课程不存在或已停用');
      courses.set(courseId, { ...brought, courseId, term, module: '', changeType });
      continue;
    }
    if (!there) return wrong('courseId', '方案中没有这门课程');
    courses.delete(courseId);
    if (changeType === personalChange.removed) continue;
    if (newCourseId === null) return wrong('newCourseId', '请选择替换为哪门课程');
    if (courses.has(newCourseId) || newCourseId === courseId) return wrong('newCourseId', '方案中已有这门课程');
    const brought = known.get(newCourseId);
    if (!brought) return wrong('newCourseId', '课程不存在或已停用');
    const { module, courseAttribute } = there;
    courses.set(newCourseId, {
      ...brought,
      courseId: newCourseId,
      term: term ?? there.term,
      module,
      courseAttribute,
      changeType,
    });
  }
  return [...courses.values()].toSorted((a, b) => a.term - b.term || a.courseId.localeCompare(b.courseId));
}

/** Credits of courses by module, in tenths. */
export function creditsByModule(courses: readonly PersonalCourse[]): ReadonlyMap<string, number> {
  const credits = new Map<string, number>();
  for (const { module, credit } of courses) credits.set(module, (credits.get(module) ?? 0) + credit);
  return credits;
}

/** A module that a changed plan leaves short of what it asks for, and shorter than the plan itself; null: none. */
export function shortModule(
  before: readonly PersonalCourse[],
  after: readonly PersonalCourse[],
  asked: ReadonlyMap<string, number>,
): { readonly module: string; readonly required: number; readonly planned: number } | null {
  const [had, has] = [creditsByModule(before), creditsByModule(after)];
  for (const [module, required] of asked) {
    const planned = has.get(module) ?? 0;
    if (planned < required && planned < (had.get(module) ?? 0)) return { module, required, planned };
  }
  return null;
}
