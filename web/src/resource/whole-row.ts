import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { call } from '../lib/api.ts';
import { notify } from '../lib/notify.ts';

/** Whether a row by itself tells more than the list: what is personal. */
export function tellsApart({ fields }: Pick<Resource, 'fields'>): boolean {
  return Object.values(fields).some(({ personal }) => personal !== undefined);
}

/** Gets a row of the list with all it has; undefined, with the reason said, when that fails. */
export async function wholeRow(resource: Resource, row: WireRow): Promise<WireRow | undefined> {
  if (!tellsApart(resource)) return row;
  try {
    return await call(resource.operations.detail, { key: textOf(row[resource.key]) });
  } catch (error) {
    notify.failure(error, '查询失败');
    return undefined;
  }
}
