// @vitest-environment jsdom
import { operationLogDetail, queryOperationLog } from '@jwxt/contracts/system/operation-log.operations.ts';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, stubApi } from '../../testing/api-stub.ts';
import { InAddress } from '../../testing/in-address.tsx';
import { render } from '../../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../../testing/signed-in-user.ts';
import { OperationLogPage } from './operation-log.page.tsx';

signedOutAfterwards();

const row = {
  logId: '7',
  operateTime: '2026-11-24 09:30:00',
  userName: 'office1',
  name: '王老师',
  operation: 'update',
  operationName: '修改',
  resource: 'noticeType',
  resourceName: '通知类型',
  key: '91',
  permissionCode: 'noticeType:update',
  permissionName: '通知类型修改',
  clientAddress: '10.0.0.8',
  issuedBy: '',
  traceId: 'abc',
  confirmedBy: '',
  actedFor: '',
};
const fields = [
  { field: 'notice_type_name', label: '类型名称', before: '实验通知', after: '实验教学通知', changed: true },
  { field: 'sfqy', label: '启用', before: '1', after: '1', changed: false },
];

// SYSADMIN-15
it('finds what was done, and shows each field before and after; what did not change when asked for', async () => {
  signIn({ permissions: ['operationLog:query'] });
  const api = stubApi([
    [queryOperationLog, () => ok({ rows: [row], total: 1, latestOnly: true })],
    [operationLogDetail, () => ok({ ...row, commandId: 'c', fields })],
  ]);
  const { user, unmount } = render(
    <InAddress>
      <OperationLogPage />
    </InAddress>,
  );
  expect(await screen.findByRole('row', { name: /王老师（office1）.*通知类型.*修改/ })).toBeDefined();
  expect(screen.getByText('只在最新的 10000 条中查找，更早的请选择时间、账号或对象')).toBeDefined();
  await user.type(screen.getByLabelText('账号'), ' office1 ');
  await user.click(screen.getByRole('button', { name: '查询' }));
  await expect.poll(() => api.to(queryOperationLog).at(-1)?.fields).toMatchObject({ userName: 'office1' });
  await screen.findByRole('row', { name: /王老师/ });
  await user.click(screen.getByRole('button', { name: /^查看 通知类型 修改/ }));
  const dialog = within(await screen.findByRole('dialog', { name: '操作日志详情' }));
  expect(await dialog.findByRole('row', { name: /类型名称 实验通知 实验教学通知/ })).toBeDefined();
  expect(dialog.queryByRole('row', { name: /启用/ })).toBeNull();
  await user.click(dialog.getByRole('switch'));
  expect(await dialog.findByRole('row', { name: /启用 1 1/ })).toBeDefined();
  unmount();
});
