// @vitest-environment jsdom
import {
  createPermissionTransfer,
  endPermissionTransfer,
  permissionTransferChoices,
  queryPermissionTransfers,
  type PermissionTransfer,
} from '@jwxt/contracts/access/permission-transfer.operations.ts';
import { findAllDepChild } from '@jwxt/contracts/base-info/department.operations.ts';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, stubApi } from '../../testing/api-stub.ts';
import { InAddress } from '../../testing/in-address.tsx';
import { render } from '../../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../../testing/signed-in-user.ts';
import { PermissionTransfersPage } from './permission-transfers.page.tsx';

signedOutAfterwards();

const given: PermissionTransfer = {
  authId: 'A1',
  fromUser: 'clerk1',
  fromUserName: '孙教务',
  toUser: 'teacher2',
  toUserName: '郑老师',
  permissions: [
    { code: 'studentInfo:query', name: '学生信息查询' },
    { code: 'classInfo:update', name: '行政班修改' },
  ],
  units: [],
  beginTime: '2026-11-26 09:00:00',
  endTime: '2026-12-20 18:00:00',
  reason: '产假',
  authStatus: '1',
  authStatusName: '有效',
  lost: ['行政班修改'],
  revokedTime: null,
  revokedByName: '',
  revokeReason: '',
  mayRevoke: true,
};

function open(permissions: string[]) {
  signIn({ permissions });
  const api = stubApi([
    [queryPermissionTransfers, () => ok({ rows: [given], total: 1 })],
    [
      permissionTransferChoices,
      () =>
        ok({
          people: [{ userName: 'teacher2', name: '郑老师', departmentName: '计算机学院' }],
          permissions: given.permissions,
        }),
    ],
    [findAllDepChild, () => ok([])],
    [createPermissionTransfer, () => ok({ authId: 'A2' })],
    [endPermissionTransfer, () => ok({ authId: 'A1' })],
  ]);
  const { user } = render(
    <InAddress>
      <PermissionTransfersPage />
    </InAddress>,
  );
  return { user, api };
}

// SYSADMIN-18
it('shows who handed what on, what the giver has lost since, and takes it back with a reason', async () => {
  const { user, api } = open(['secondaryAuth:queryTransfer']);
  await user.click(await screen.findByRole('button', { name: '查看 孙教务 郑老师' }));
  const dialog = within(await screen.findByRole('dialog', { name: '权限转授' }));
  for (const text of ['学生信息查询、行政班修改', '行政班修改（授权人已没有，对方也不能再用）', '与授权人相同'])
    expect(dialog.getByText(text)).toBeDefined();
  await user.click(dialog.getAllByRole('button', { name: '关闭' }).at(-1)!);
  expect(screen.queryByRole('button', { name: '转授权限' })).toBeNull();
  await user.click(screen.getByRole('button', { name: '撤销 孙教务 郑老师' }));
  await user.type(await screen.findByLabelText(/撤销原因/), '已返校');
  await user.click(screen.getByRole('button', { name: '撤销' }));
  await expect.poll(() => api.to(endPermissionTransfer)[0]?.fields).toMatchObject({ authId: 'A1', reason: '已返校' });
});

it('asks for everything before it hands on; who may not hand on is not offered it', async () => {
  const { user, api } = open(['secondaryAuth:queryTransfer', 'secondaryAuth:create']);
  await user.click(await screen.findByRole('button', { name: '转授权限' }));
  const dialog = within(await screen.findByRole('dialog', { name: '转授权限' }));
  await user.click(dialog.getByRole('button', { name: '确定' }));
  expect(dialog.getByText('请选择权限')).toBeDefined();
  expect(dialog.getAllByText('必填')).toHaveLength(3);
  expect(api.to(createPermissionTransfer)).toEqual([]);
});
