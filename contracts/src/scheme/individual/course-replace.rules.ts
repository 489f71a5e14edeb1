import type { FieldError } from '../../kernel/envelope.ts';

/** How many courses stand for how many. */
export const replaceMode = { oneToOne: '1', manyToOne: '2', oneToMany: '3' } as const;
/** Credits, in tenths, that may be lost without the office confirming it. */
export const FREE_LOSS = 5;
/** Most courses on a side. */
export const REPLACE_MOST = 10;

/** What a rule says of courses. */
export interface ReplacedCourses {
  readonly oldCourses: readonly string[];
  readonly newCourses: readonly string[];
}

/** The mode of a rule; null: both sides have several courses, or one has none. */
export function replaceModeOf({ oldCourses, newCourses }: ReplacedCourses): string | null {
  if (oldCourses.length === 0 || newCourses.length === 0) return null;
  if (oldCourses.length === 1) return newCourses.length === 1 ? replaceMode.oneToOne : replaceMode.oneToMany;
  return newCourses.length === 1 ? replaceMode.manyToOne : null;
}

/** What is wrong with the courses of a rule by themselves (SCHEME-36), field by field. */
export function replaceProblems({ oldCourses, newCourses }: ReplacedCourses): FieldError[] {
  const at = (field: 'oldCourses' | 'newCourses', message: string): FieldError[] => [{ field, message }];
  if (oldCourses.length === 0) return at('oldCourses', '请选择原课程');
  if (newCourses.length === 0) return at('newCourses', '请选择替代课程');
  if (newCourses.some((courseId) => oldCourses.includes(courseId))) return at('newCourses', '原课程不能替代自身');
  if (replaceModeOf({ oldCourses, newCourses }) === null)
    return at('newCourses', '多门课程只能由一门课程替代，请拆成几条规则');
  if (oldCourses.length > REPLACE_MOST) return at('oldCourses', `最多选择 ${String(REPLACE_MOST)} 门课程`);
  return newCourses.length > REPLACE_MOST ? at('newCourses', `最多选择 ${String(REPLACE_MOST)} 门课程`) : [];
}

/**
 * A chain of replacements that leads from the new courses of a rule back to one of its old ones, by the rules beside
 * it: the courses on it; null: there is none.
 */
export function replaceCycle(rule: ReplacedCourses, others: readonly ReplacedCourses[]): readonly string[] | null {
  const follow = (path: readonly string[]): readonly string[] | null => {
    const last = path.at(-1) ?? '';
    for (const next of others
      .filter(({ oldCourses }) => oldCourses.includes(last))
      .flatMap((each) => each.newCourses)) {
      if (rule.oldCourses.includes(next)) return [...path, next];
      const found = path.includes(next) ? null : follow([...path, next]);
      if (found) return found;
    }
    return null;
  };
  for (const courseId of rule.newCourses) {
    const found = follow([courseId]);
    if (found) return found;
  }
  return null;
}
