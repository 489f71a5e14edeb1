// @vitest-environment jsdom
import {
  queryOperationSwitches,
  updateOperationSwitch,
  type OperationSwitch,
} from '@jwxt/contracts/system/operation-switch.operations.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ok, refused, stubApi } from '../../testing/api-stub.ts';
import { InAddress } from '../../testing/in-address.tsx';
import { render } from '../../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../../testing/signed-in-user.ts';
import { OperationSwitchesPage } from './operation-switches.page.tsx';

signedOutAfterwards();

const row: OperationSwitch = {
  resourceId: 'campus.create',
  path: '/api/baseInfo/campus/create',
  method: 'POST',
  operationName: '校区新增',
  permissionCode: 'campus:create',
  isPublic: '0',
  sfqy: '1',
  notice: null,
  switchedBy: null,
  switchedTime: null,
  alwaysOn: null,
};
const off: OperationSwitch = {
  ...row,
  resourceId: 'campus.delete',
  operationName: '校区删除',
  sfqy: '0',
  notice: '维护中',
  switchedBy: '管理员',
  switchedTime: '2026-11-26 08:00:00',
};
const login: OperationSwitch = {
  ...row,
  resourceId: 'session.login',
  operationName: '登录',
  permissionCode: null,
  isPublic: '1',
  alwaysOn: '没有它无法登录',
};
const list = [queryOperationSwitches, () => ok({ list: [row, off, login], total: 3 })] as const;

// SYSADMIN-17.
describe('接口资源', () => {
  it('an operation is switched off with a notice, and on again; what must stay says why', async () => {
    signIn({ permissions: ['resources:query', 'resources:update'] });
    const { to } = stubApi([list, [updateOperationSwitch, () => ok({ operationName: '' })]]);
    const { user } = render(<OperationSwitchesPage />);
    const kept = (await screen.findByText('不能停用：没有它无法登录')).closest('tr')!;
    expect(within(kept).getByRole('button', { name: '停用 登录' }).hasAttribute('disabled')).toBe(true);
    expect(screen.getByRole('cell', { name: '维护中（管理员，2026-11-26 08:00:00）' })).toBeTruthy();

    await user.click(screen.getByRole('button', { name: '停用 校区新增' }));
    const dialog = await screen.findByRole('dialog', { name: '停用“校区新增”' });
    await user.click(within(dialog).getByRole('button', { name: '停用' }));
    expect(dialog.textContent).toContain('请输入停用说明');
    await user.type(within(dialog).getByLabelText(/停用说明/), '校区调整中');
    await user.click(within(dialog).getByRole('button', { name: '停用' }));
    await waitFor(() => {
      expect(to(updateOperationSwitch)[0]?.fields).toMatchObject({
        resourceId: 'campus.create',
        sfqy: '0',
        notice: '校区调整中',
      });
    });

    await user.click(await screen.findByRole('button', { name: '启用 校区删除' }));
    await user.click(within(await screen.findByRole('dialog', { name: '提示' })).getByRole('button', { name: '启用' }));
    await waitFor(() => {
      expect(to(updateOperationSwitch)[1]?.fields).toMatchObject({ resourceId: 'campus.delete', sfqy: '1' });
    });
  });

  it('is asked for by path, code, openness and state; who may only look has no buttons', async () => {
    signIn({ permissions: ['resources:query'] });
    const { to } = stubApi([list]);
    const { user } = render(
      <InAddress>
        <OperationSwitchesPage />
      </InAddress>,
    );
    await user.type(await screen.findByLabelText('路径或名称'), 'campus');
    await user.type(screen.getByLabelText('权限编码', { selector: 'input' }), 'campus:');
    await user.click(screen.getByLabelText('状态', { selector: 'input' }));
    await user.click(await screen.findByRole('option', { name: '停用' }));
    await user.click(screen.getByRole('button', { name: '展开' }));
    await user.click(screen.getByLabelText('公开', { selector: 'input' }));
    await user.click(await screen.findByRole('option', { name: '须登录' }));
    await user.click(screen.getByRole('button', { name: '查询' }));
    await waitFor(() => {
      expect(to(queryOperationSwitches).at(-1)?.fields).toMatchObject({
        path: 'campus',
        permissionCode: 'campus:',
        isPublic: '0',
        sfqy: '0',
      });
    });
    expect(screen.queryByRole('button', { name: /^(停用|启用)/ })).toBeNull();
  });

  it('a call that is switched off is told by its notice and is no outage: it is not tried again', async () => {
    signIn({ permissions: ['resources:query'] });
    const { to } = stubApi([
      [queryOperationSwitches, () => refused('OPERATION_OFF', '“校区查询”已暂停使用：今晚 22:00 恢复', 503)],
    ]);
    render(<OperationSwitchesPage />);
    expect(await screen.findByText('“校区查询”已暂停使用：今晚 22:00 恢复')).toBeTruthy();
    expect(to(queryOperationSwitches)).toHaveLength(1);
  });
});
