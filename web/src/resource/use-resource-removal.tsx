import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { ApiError } from '../lib/api-error.ts';
import { notify } from '../lib/notify.ts';
import { useOperationMutation } from '../lib/queries.ts';
import { confirm } from '../ui/confirm.ts';
import { formValues, sentValues } from './resource-form.model.ts';
import classes from './resource.module.css';
import { rowByItself } from './row-by-itself.ts';

/** Removing rows, and stopping those that are used (C3). Everything is asked first. */
export function useResourceRemoval(resource: Resource, onDone: () => void) {
  const { operations, key, name, called, fields } = resource;
  const invalidates = [`${name}.`, 'resource.'];
  // There is no form to show it in: the first reason is said.
  const told = (error: ApiError) => {
    const [first] = error.fieldErrors;
    if (first) notify.error(first.message);
    else notify.failure(error, '修改失败');
  };
  const stop = useOperationMutation(operations.update, { invalidates, success: true, onError: told });
  const one = useOperationMutation(operations.delete, {
    invalidates,
    success: true,
    onSuccess: onDone,
    onError: () => undefined,
  });
  const many = useOperationMutation(operations.batchDelete, {
    invalidates,
    onSuccess: ({ deleted, kept }) => {
      onDone();
      if (kept.length === 0) notify.success(`已删除 ${String(deleted)} 条`);
      else
        void confirm({
          title: `已删除 ${String(deleted)} 条，${String(kept.length)} 条没有删除`,
          confirmText: '知道了',
          message: (
            <ul className={classes['kept']}>
              {kept.map((each) => (
                <li key={each.key}>{each.message}</li>
              ))}
            </ul>
          ),
        });
    },
  });
  const setInUse = async (listed: WireRow, inUse: boolean) => {
    const row = await rowByItself(resource, listed, 'whole');
    if (row)
      stop.mutate({
        key: textOf(row[key]),
        version: textOf(listed['version']),
        values: { ...sentValues(resource, formValues(resource, row, '')), sfqy: inUse ? yesNo.yes : yesNo.no },
      });
  };
  const calledAs = (row: WireRow) => textOf(row[called ?? key]);
  return {
    isPending: stop.isPending || one.isPending || many.isPending,
    async setInUse(row: WireRow, inUse: boolean) {
      if (
        await confirm({
          message: inUse
            ? '启用后可以再被选择，现在启用吗？'
            : '停用后不再起作用，也不能再被选择；已有的数据不受影响。现在停用吗？',
          confirmText: inUse ? '启用' : '停用',
        })
      )
        await setInUse(row, inUse);
    },
    async remove(row: WireRow) {
      if (!(await confirm({ message: '删除后不能恢复，确定删除这条数据吗？', confirmText: '删除', danger: true })))
        return;
      one.mutate(
        { key: textOf(row[key]) },
        {
          onError: (error) => {
            const canStop = error.code === 'RESOURCE_IN_USE' && 'sfqy' in fields && row['sfqy'] === yesNo.yes;
            if (!canStop) notify.failure(error, `“${calledAs(row)}”删除失败`);
            else
              void confirm({
                message: `${error.message}。可以改为停用：不再出现在选项中，已有的数据不受影响。`,
                confirmText: '停用',
              }).then((wanted) => {
                if (wanted) void setInUse(row, false);
              });
          },
        },
      );
    },
    async removeAll(keys: readonly string[]) {
      if (
        await confirm({
          message: `删除后不能恢复，确定删除选中的 ${String(keys.length)} 条数据吗？`,
          confirmText: '删除',
          danger: true,
        })
      )
        many.mutate({ keys: [...keys] });
    },
  };
}
