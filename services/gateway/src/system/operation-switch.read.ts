import type { z } from 'zod';
import { operations } from '@jwxt/contracts/all-areas.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { API_ROOT, permissionOf, type Operation } from '@jwxt/contracts/kernel/operation.ts';
import { yesNoOf } from '@jwxt/contracts/kernel/yes-no.ts';
import type {
  OperationSwitch,
  queryOperationSwitches,
  switchSorts,
} from '@jwxt/contracts/system/operation-switch.operations.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { sortedRows } from '../kernel/sorted-rows.ts';

type SwitchFilter = z.output<(typeof queryOperationSwitches)['input']>;

interface OffRow {
  id: string;
  notice: string;
  by: string;
  at: Date;
}

/** A page of the declared operations by path, with what is switched off of them (SYSADMIN-17). */
export async function readOperationSwitches(
  db: Queryable,
  { pageNum, pageSize, sort, path = '', permissionCode = '', isPublic, sfqy }: SwitchFilter,
): Promise<{ list: OperationSwitch[]; total: number }> {
  const { rows } = await db.query<OffRow>(
    `select off.operation_id as id, off.notice, coalesce(account.name, off.switched_by) as by, off.switched_at as at
       from base.operation_off off left join base.user_account account on account.user_name = off.switched_by`,
  );
  const off = new Map(rows.map((row) => [row.id, row]));
  const contains = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());
  const listed = operations
    .map((operation) => viewOf(operation, off.get(operation.id)))
    .filter(
      (view) =>
        (contains(view.path, path) || contains(view.operationName, path)) &&
        contains(view.permissionCode ?? '', permissionCode) &&
        (isPublic === undefined || view.isPublic === isPublic) &&
        (sfqy === undefined || view.sfqy === sfqy),
    )
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const found = sortedRows(listed, sort, sortValues);
  return { total: found.length, list: found.slice((pageNum - 1) * pageSize, pageNum * pageSize) };
}

/** What the list is sorted by. */
const sortValues: Readonly<Record<(typeof switchSorts)[number], (row: OperationSwitch) => string | null>> = {
  operationName: (row) => row.operationName,
  method: (row) => row.method,
  path: (row) => row.path,
  permissionCode: (row) => row.permissionCode,
  isPublic: (row) => row.isPublic,
  sfqy: (row) => row.sfqy,
};

function viewOf(operation: Operation, off: OffRow | undefined): OperationSwitch {
  return {
    resourceId: operation.id,
    path: API_ROOT + operation.path,
    method: operation.method,
    operationName: operation.summary,
    permissionCode: permissionOf(operation),
    isPublic: yesNoOf('public' in operation.access),
    sfqy: yesNoOf(off === undefined),
    notice: off?.notice ?? null,
    switchedBy: off?.by ?? null,
    switchedTime: off ? toDateTimeText(off.at) : null,
    alwaysOn: operation.alwaysOn ?? null,
  };
}
