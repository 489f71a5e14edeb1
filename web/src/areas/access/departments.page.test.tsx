// @vitest-environment jsdom
import { systemDepartmentTree } from '@jwxt/contracts/access/system-department.operations.ts';
import { department } from '@jwxt/contracts/base-info/department.resource.ts';
import { resourceOptions } from '@jwxt/contracts/kernel/resource-option.operations.ts';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, stubApi } from '../../testing/api-stub.ts';
import { InAddress } from '../../testing/in-address.tsx';
import { render } from '../../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../../testing/signed-in-user.ts';
import { DepartmentsPage } from './departments.page.tsx';

signedOutAfterwards();

const unit = { dwh: '101', dwmc: '计算机学院', lsdwh: null, lsdwmc: '', dwlbm: '1', dwlbmc: '教学', sfqy: '1' };

// SYSADMIN-21
it('shows the units as base data declares them, with the accounts of each', async () => {
  signIn({ permissions: ['sysDepartment:query', 'department:query', 'department:create'] });
  stubApi([
    [systemDepartmentTree, () => ok([{ ...unit, userNum: 12, child: [] }])],
    [resourceOptions, () => ok([])],
    [
      department.operations.query,
      () =>
        ok({
          rows: [{ ...unit, ywbm: '101', depth: 0, dwfzrxm: '', sfjxdw: '1', sfkkdw: '1', version: '1', editor: '' }],
          total: 1,
        }),
    ],
  ]);
  render(
    <InAddress>
      <DepartmentsPage />
    </InAddress>,
  );
  const row = within((await screen.findByText('计算机学院')).closest('tr')!);
  expect(await row.findByText('12')).toBeDefined();
  expect(screen.getByRole('button', { name: /新增/ })).toBeDefined();
});
