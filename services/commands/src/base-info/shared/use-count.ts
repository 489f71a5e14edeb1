import type { ResourceRules } from '../../kernel/resource-routes.ts';

type Use = NonNullable<ResourceRules['uses']>[number];

/** Rows of a table whose column names the row: what people call them, and how they are counted. */
export function usedBy(what: string, unit: string, table: string, column: string): Use {
  return { what, unit, count: `select count(*) as n from base.${table} where ${column} = $1` };
}
