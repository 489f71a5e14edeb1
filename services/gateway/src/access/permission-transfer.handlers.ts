import { revokePermissionTransfer, transferPermissions } from '@jwxt/contracts/access/permission-transfer.command.ts';
import {
  createPermissionTransfer,
  endPermissionTransfer,
  exportPermissionTransfers,
  permissionTransferChoices,
  queryPermissionTransfers,
  type PermissionTransfer,
} from '@jwxt/contracts/access/permission-transfer.operations.ts';
import { permissions } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { isLendable } from '@jwxt/contracts/lendable.ts';
import { exportHandler, listExport } from '../kernel/export-handler.ts';
import { handler, type Handler } from '../kernel/handler.ts';
import { codesOf } from '../kernel/principal.ts';
import { runCommand } from '../kernel/run-command.ts';
import type { WorkbookColumn } from '../kernel/workbook.ts';
import { exportedTransfers, readReceivers, readTransfers } from './permission-transfer.read.ts';

const listed = (things: readonly { name: string }[]): string => things.map(({ name }) => name).join('、');
const exported: readonly WorkbookColumn<PermissionTransfer>[] = [
  { header: '授权人账号', width: 14, value: (row) => row.fromUser },
  { header: '授权人', width: 12, value: (row) => row.fromUserName },
  { header: '被授权人账号', width: 14, value: (row) => row.toUser },
  { header: '被授权人', width: 12, value: (row) => row.toUserName },
  { header: '权限', width: 40, value: (row) => listed(row.permissions) },
  { header: '数据范围', width: 24, value: (row) => listed(row.units) || '与授权人相同' },
  { header: '开始时间', width: 20, kind: 'time', value: (row) => row.beginTime },
  { header: '结束时间', width: 20, kind: 'time', value: (row) => row.endTime },
  { header: '原因', width: 24, value: (row) => row.reason },
  { header: '状态', width: 10, value: (row) => row.authStatusName },
  { header: '撤销时间', width: 20, kind: 'time', value: (row) => row.revokedTime ?? '' },
  { header: '撤销人', width: 12, value: (row) => row.revokedByName },
  { header: '撤销原因', width: 24, value: (row) => row.revokeReason },
];

/** Permissions that people hand on to others for a time (SYSADMIN-18, kind 2). */
export const permissionTransferHandlers: readonly Handler[] = [
  handler(queryPermissionTransfers, (asked, { services, user, now }) =>
    readTransfers(services.db, asked, { user, now }),
  ),
  handler(permissionTransferChoices, async ({ keyword }, { services, user }) => {
    const own = codesOf({ roles: user.roles, lent: [] });
    return {
      people: await readReceivers(services.db, user.userName, keyword),
      permissions: permissions
        .filter(({ code }) => own.has(code) && isLendable(code))
        .map(({ code, name }) => ({ code, name })),
    };
  }),
  handler(createPermissionTransfer, ({ commandId, ...terms }, call) =>
    runCommand(transferPermissions, terms, call, { commandId }),
  ),
  handler(endPermissionTransfer, ({ commandId, ...asked }, call) =>
    runCommand(revokePermissionTransfer, asked, call, { commandId }),
  ),
  exportHandler(exportPermissionTransfers, (filter, { user, now }) =>
    listExport('权限转授.xlsx', {
      sheet: '权限转授',
      columns: exported,
      rows: exportedTransfers(filter, { user, now }),
    }),
  ),
];
