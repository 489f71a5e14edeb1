import { differingFields, type ComparedField, type SchemaCourse } from './schema-course.ts';

/** How a course differs between two schemes. */
export type DifferenceKind = 'added' | 'removed' | 'moved' | 'changed';
export const differenceNames = {
  added: '新增',
  removed: '删除',
  moved: '调整学期',
  changed: '修改',
} as const satisfies Record<DifferenceKind, string>;

/** One course that differs; `fields` of one that both have. */
export interface CourseDifference {
  readonly kind: DifferenceKind;
  readonly before: SchemaCourse | null;
  readonly after: SchemaCourse | null;
  readonly fields: readonly ComparedField[];
}

/**
 * What is different from an earlier scheme, course by course: rows of one course are matched by direction, because a
 * copy gives its rows new keys. `moved`: nothing but the term.
 */
export function schemaDifference(
  before: readonly SchemaCourse[],
  after: readonly SchemaCourse[],
): readonly CourseDifference[] {
  const left = new Map(before.map((row) => [matchOf(row), row]));
  const found: CourseDifference[] = [];
  for (const row of after) {
    const old = left.get(matchOf(row));
    left.delete(matchOf(row));
    if (!old) found.push({ kind: 'added', before: null, after: row, fields: [] });
    else {
      const fields = differingFields(old, row);
      if (fields.length > 0)
        found.push({
          kind: fields.every((name) => name === 'term') ? 'moved' : 'changed',
          before: old,
          after: row,
          fields,
        });
    }
  }
  for (const row of left.values()) found.push({ kind: 'removed', before: row, after: null, fields: [] });
  return found;
}

const matchOf = ({ courseCode, directionId }: SchemaCourse): string => JSON.stringify([courseCode, directionId]);
