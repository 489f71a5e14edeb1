/** Values of one statement, in the order of their `$n`. */
export interface SqlParams {
  /** Adds a value and gives the `$n` that stands for it. */
  add(value: unknown): string;
  readonly values: readonly unknown[];
}

/** Starts an empty list of values. */
export function sqlParams(): SqlParams {
  const values: unknown[] = [];
  return {
    add(value) {
      values.push(value);
      return `$${values.length}`;
    },
    values,
  };
}

/** A text to find anywhere, for `like`, with the wildcards in it taken literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
