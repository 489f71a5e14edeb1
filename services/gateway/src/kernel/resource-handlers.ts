import { nameKey, type Field, type WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { resourceOptions } from '@jwxt/contracts/kernel/resource-option.operations.ts';
import { shown, textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { exportHandler, listExport } from './export-handler.ts';
import { handler, type Handler, type SignedInCall } from './handler.ts';
import { loggedName, logLook } from './look-log.ts';
import { Refused } from './refused.ts';
import { exportedResource, findResource, listOptions, listResource, reachesResource } from './resource.read.ts';
import { runCommand } from './run-command.ts';
import type { ColumnKind, WorkbookColumn } from './workbook.ts';

/**
 * What carries out the operations of a resource: reads within the scope, writes of rows within it, both before and
 * after the change.
 */
export function resourceHandlers(resource: Resource): Handler[] {
  const { operations, reveal, commands, fields, name, title } = resource;
  const code = (action: keyof typeof operations) => `${name}:${action}` as const;

  /** Refuses to write what lies outside the person's scope. */
  async function checkScope(
    { services, user }: SignedInCall,
    action: keyof typeof operations,
    ...what: Parameters<typeof reachesResource>[4][]
  ): Promise<void> {
    for (const each of what)
      if (!(await reachesResource(services.db, user, resource, code(action), each))) throw new Refused('OUT_OF_SCOPE');
  }

  return [
    handler(
      operations.query,
      async ({ pageNo, pageSize, sort, ...filter }, { services, user }) =>
        await listResource(services.db, user, resource, code('query'), filter, { pageNo, pageSize, sort }),
    ),
    handler(operations.detail, async ({ key }, { services, user }) => {
      const row = await findResource(services.db, user, resource, code('detail'), key);
      if (!row) throw new Refused('NOT_FOUND');
      return row;
    }),
    ...(reveal
      ? [
          handler(reveal, async ({ key }, call) => {
            const row = await findResource(call.services.db, call.user, resource, `${name}:reveal`, key, 'whole');
            if (!row) throw new Refused('NOT_FOUND');
            await logLook(call, {
              resource: loggedName(name),
              key,
              own: resource.key as 'gh' | 'studentCode',
              fields: Object.keys(fields).filter((field) => fields[field]?.personal && row[field] !== null),
            });
            return row;
          }),
        ]
      : []),
    handler(operations.create, async ({ commandId, values }, call) => {
      await checkScope(call, 'create', { values });
      return await runCommand(commands.create, { values }, call, { commandId });
    }),
    handler(operations.update, async ({ commandId, key, version, values }, call) => {
      await checkScope(call, 'update', { keys: [key] }, { values });
      return await runCommand(commands.update, { key, version, values }, call, { commandId });
    }),
    handler(operations.delete, async ({ commandId, key }, call) => {
      await checkScope(call, 'delete', { keys: [key] });
      return await runCommand(commands.delete, { key }, call, { commandId });
    }),
    handler(operations.batchDelete, async ({ commandId, keys }, call) => {
      await checkScope(call, 'batchDelete', { keys });
      return await runCommand(commands.batchDelete, { keys }, call, { commandId });
    }),
    exportHandler(operations.exportExcel, (filter, { user }) =>
      listExport(`${title}.xlsx`, {
        sheet: title,
        columns: resourceColumns(resource),
        rows: exportedResource(user, resource, code('exportExcel'), filter),
      }),
    ),
  ];
}

const columnKinds: Partial<Record<Field['kind']['type'], ColumnKind>> = {
  integer: 'number',
  decimal: 'number',
  time: 'time',
};

/** The fields of a resource as columns of a workbook, and who changed a row last. */
function resourceColumns({ fields }: Resource): WorkbookColumn<WireRow>[] {
  const told = Object.entries(fields).filter(([, { personal }]) => personal === undefined);
  const columns = told.map(([field, declared]): WorkbookColumn<WireRow> => ({
    header: declared.label,
    width: Math.min(
      40,
      Math.max(
        12,
        declared.label.length * 2 + 2,
        typeof declared.list === 'number' ? Math.round(declared.list / 7) : 12,
      ),
    ),
    kind: columnKinds[declared.kind.type] ?? 'text',
    value: (row) => shown(declared, row, field, nameKey(field, declared)),
  }));
  return [
    ...columns,
    { header: '最后修改人', width: 14, value: (row) => textOf(row['editor']) },
    { header: '最后修改时间', width: 20, kind: 'time', value: (row) => textOf(row['editTime']) },
  ];
}

/** Choices of the forms. */
export const resourceOptionHandlers: readonly Handler[] = [
  handler(resourceOptions, async (asked, { services }) => ({ list: await listOptions(services.db, asked) })),
];
