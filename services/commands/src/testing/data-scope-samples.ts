import { nodesBelow } from '@jwxt/contracts/kernel/function-tree.ts';
import { load, oneRow, type CommandSamples } from './command-sample.ts';

/** Commands of data scope. */
export const dataScopeSamples: CommandSamples = {
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
