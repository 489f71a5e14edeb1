import { notify } from '../lib/notify.ts';
import { confirm } from './confirm.ts';

/** ERRORS-24. */
export const NOTHING_SELECTED = '请至少选择一条数据';

/** Whether rows are chosen for a batch action; without any it says so. */
export function someSelected(keys: ReadonlySet<string> | readonly string[]): boolean {
  const count = 'size' in keys ? keys.size : keys.length;
  if (count === 0) notify.warning(NOTHING_SELECTED);
  return count > 0;
}

/** Asks before something is deleted (ERRORS-25): one thing by its name, or several by their number. True: delete it. */
export function confirmDelete(what: string | number): Promise<boolean> {
  return confirm({
    message:
      typeof what === 'number'
        ? `确定删除选中的 ${String(what)} 条数据吗？删除后不能恢复。`
        : `确定删除“${what}”吗？删除后不能恢复。`,
    confirmText: '删除',
    danger: true,
  });
}
