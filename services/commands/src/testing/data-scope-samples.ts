import { nodesBelow } from '@jwxt/contracts/kernel/function-tree.ts';
import type { TestApp } from './commands-app.ts';
import { load, oneRow, type CommandSamples } from './command-sample.ts';

/** Another name for a dimension. */
async function renamedDimension(t: TestApp, table: string, n: number): Promise<object> {
  const sql = `select xmin::text as version from base.${table} where sjqxbh = 'XQ'`;
  const { version } = await oneRow<{ version: string }>(t, sql);
  return { sjqxbh: 'XQ', wdmc: `校区${n}`, sortNum: n % 1000, sfqy: '1', version };
}

/** Commands of data scope. */
export const dataScopeSamples: CommandSamples = {
  'dataDimension.update': { prepare: async (t, n) => ({ payload: await renamedDimension(t, 'data_dimension', n) }) },
  'studentDataDimension.update': {
    prepare: async (t, n) => ({ payload: await renamedDimension(t, 'student_data_dimension', n) }),
  },
  'dataPermission.save': {
    async prepare(t, n) {
      const yhzbh = `s${n}`;
      await load(t, 'role', [{ jsbh: yhzbh, jsmc: `范围${n}`, jslx: 'teacher' }]);
      const { version } = await oneRow<{ version: string }>(t, 'select base.scope_version($1) as version', [yhzbh]);
      const listDto = [{ yhzbh, qxbh: 'scoreManage', sjqxbh: 'DW', fwz: '$DW' }];
      return { payload: { yhzbh, permissionIds: [...nodesBelow('scoreManage')], listDto, version } };
    },
  },
};
