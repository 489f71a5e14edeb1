import type { Fix, MonitorGroup, Severity } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';

/** Something that can be wrong with the data, how it is found, and what helps. */
export interface MonitorPoint {
  readonly code: string;
  readonly name: string;
  readonly group: MonitorGroup;
  readonly severity: Severity;
  readonly fix: Fix;
  /** What cleaning does, or what a person should do; shown with each result. */
  readonly remedy: string;
  /** Page where a person puts it right, `module/page`; null where there is none yet. */
  readonly page: string | null;
  /**
   * Finds what is wrong, `$1` is the time now: `key` (of the row, within the point), `name` (as a person knows it),
   * `unit` (department or null), `problem`, and `change` (jsonb `{key, before, after}` by column, null when cleaning
   * cannot help this row).
   */
  readonly find: string;
  /** Table of schema `base` that a `change` is made to. */
  readonly table?: string;
  /** Instead of changes: deletes bookkeeping that is of no more use; `$1` is the time now. It cannot be taken back. */
  readonly sweep?: string;
}

/** Columns of a table as an SQL object, from expressions by column. */
export function jsonOf(columns: Readonly<Record<string, string>>): string {
  return `jsonb_build_object(${Object.entries(columns)
    .map(([column, expression]) => `'${column}', ${expression}`)
    .join(', ')})`;
}

/** The `change` of a row `checked`: its key, and what some columns are and should be. */
export function changeOf(key: string, after: Readonly<Record<string, string>>): string {
  const before = Object.fromEntries(Object.keys(after).map((column) => [column, `checked.${column}`]));
  return (
    `jsonb_build_object('key', ${jsonOf({ [key]: `checked.${key}` })}, 'before', ${jsonOf(before)}, 'after', ` +
    `${jsonOf(after)})`
  );
}
