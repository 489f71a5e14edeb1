import type { Field, Fields } from './resource-field.ts';

/** Whether rows have an order by a field: what a list shows of it is one value, and nothing about a person. */
function isSortable({ kind, list, personal, hidden }: Field): boolean {
  if (list === undefined || personal !== undefined || hidden) return false;
  return kind.type !== 'rows' && !('many' in kind && kind.many);
}

/** The fields that a list of a resource is sorted by (decision 094); rows of a tree keep theirs. */
export function sortableFields({ fields, tree }: { fields: Fields; tree?: unknown }): string[] {
  if (tree !== undefined) return [];
  return Object.keys(fields).filter((name) => fields[name] !== undefined && isSortable(fields[name]));
}
