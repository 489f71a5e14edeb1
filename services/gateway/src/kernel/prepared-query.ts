import { hash } from 'node:crypto';

/** A statement in the form that `pg` keeps prepared on each connection. */
export interface PreparedQuery {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/**
 * A statement that is parsed and planned once a connection instead of once a call: most of what a short read costs the
 * database. Its name follows from its text, so that texts built from a person's scope need no register. For statements
 * whose best plan does not hang on the values.
 */
export function prepared(text: string, values: readonly unknown[]): PreparedQuery {
  return { name: hash('sha1', text, 'base64url'), text, values: [...values] };
}
