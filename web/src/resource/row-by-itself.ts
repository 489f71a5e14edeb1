import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { call } from '../lib/api.ts';
import { notify } from '../lib/notify.ts';

/**
 * Gets a row of the list with all it has: to change it (`whole`, which is logged where something is personal), or to
 * look at it, with that in masks. Undefined, with the reason said, when that fails.
 */
export async function rowByItself(
  { reveal, operations, key }: Resource,
  row: WireRow,
  personal: 'masked' | 'whole',
): Promise<WireRow | undefined> {
  if (!reveal) return row;
  try {
    return await call(personal === 'whole' ? reveal : operations.detail, { key: textOf(row[key]) });
  } catch (error) {
    notify.failure(error, '查询失败');
    return undefined;
  }
}
