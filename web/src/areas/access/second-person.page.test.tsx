// @vitest-environment jsdom
import {
  approveSecondPerson,
  querySecondPerson,
  revokeSecondPerson,
  type SecondPersonItem,
} from '@jwxt/contracts/access/second-person.operations.ts';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, stubApi } from '../../testing/api-stub.ts';
import { InAddress } from '../../testing/in-address.tsx';
import { render } from '../../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../../testing/signed-in-user.ts';
import { SecondPersonPage } from './second-person.page.tsx';

signedOutAfterwards();

const waiting: SecondPersonItem = {
  authId: 'A1',
  operationName: '删除角色',
  told: '角色 x1',
  why: '不能恢复',
  reason: '不再使用',
  fromUser: 'admin2',
  fromUserName: '王管理',
  beginTime: '2026-11-26 09:00:00',
  endTime: '2026-11-27 09:00:00',
  toUserName: '',
  opinion: '',
  decidedTime: null,
  authStatus: '0',
  authStatusName: '待确认',
  mayDecide: true,
  mayWithdraw: false,
};
const own = { ...waiting, authId: 'A2', told: '角色 x2', fromUser: 'admin', mayDecide: false, mayWithdraw: true };

function open() {
  signIn({ permissions: ['secondaryAuth:query', 'secondaryAuth:approve'] });
  const api = stubApi([
    [querySecondPerson, () => ok({ rows: [waiting, own], total: 2 })],
    [approveSecondPerson, () => ok({ authId: 'A1' })],
    [revokeSecondPerson, () => ok({ authId: 'A2' })],
  ]);
  const rendered = render(
    <InAddress>
      <SecondPersonPage />
    </InAddress>,
  );
  return { ...rendered, api };
}

it('shows what it would do, who wants it and why, and confirms or refuses it', async () => {
  const { user, api, unmount } = open();
  await user.click(await screen.findByRole('button', { name: '处理 删除角色 角色 x1' }));
  const dialog = within(await screen.findByRole('dialog', { name: '删除角色' }));
  for (const text of ['角色 x1', '不能恢复', '不再使用', '王管理（admin2）', '2026-11-27 09:00:00'])
    expect(dialog.getByText(text)).toBeDefined();
  await user.type(dialog.getByLabelText('意见'), '已核对');
  await user.click(dialog.getByRole('button', { name: '确认并执行' }));
  await expect
    .poll(() => api.to(approveSecondPerson)[0]?.fields)
    .toMatchObject({
      authId: 'A1',
      agreed: '1',
      opinion: '已核对',
    });
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  await user.click(await screen.findByRole('button', { name: '处理 删除角色 角色 x1' }));
  await user.click(await screen.findByRole('button', { name: '拒绝' }));
  await expect.poll(() => api.to(approveSecondPerson)[1]?.fields).toMatchObject({ authId: 'A1', agreed: '0' });
  unmount();
});

it('an own request is only taken back; the list can be of those that wait', async () => {
  const { user, api, unmount } = open();
  await user.click(await screen.findByRole('button', { name: '查看 删除角色 角色 x2' }));
  const dialog = within(await screen.findByRole('dialog', { name: '删除角色' }));
  expect(dialog.queryByRole('button', { name: '确认并执行' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: '撤回申请' }));
  await expect.poll(() => api.to(revokeSecondPerson)[0]?.fields).toMatchObject({ authId: 'A2' });
  await user.click(screen.getByRole('switch', { name: '只看待确认' }));
  await expect.poll(() => api.to(querySecondPerson).at(-1)?.fields).toMatchObject({ waiting: '1' });
  unmount();
});
