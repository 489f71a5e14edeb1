// @vitest-environment jsdom
import { findTeachDep } from '@jwxt/contracts/base-info/department.operations.ts';
import {
  createApiToken,
  queryApiCalls,
  queryApiTokens,
  revokeApiToken,
  type ApiToken,
} from '@jwxt/contracts/session/api-token.operations.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ok, refused, stubApi } from '../../testing/api-stub.ts';
import { render } from '../../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../../testing/signed-in-user.ts';
import { ApiTokensPage } from './api-tokens.page.tsx';

signedOutAfterwards();

const token: ApiToken = {
  tokenId: 'f3b2a1c0-0000-4000-8000-000000000000',
  userName: 'program:f3b2a1c0',
  name: '人事系统',
  owner: 'clerk1',
  ownerName: '孙教务',
  permissions: [{ code: 'teacher:query', name: '教师查询' }],
  units: [],
  addresses: ['10.1.0.0/16'],
  createdBy: 'office1',
  createdName: '钱办公',
  createdTime: '2026-11-20 08:00:00',
  expiresTime: '2027-02-01 23:59:59',
  status: '1',
  statusName: '有效',
  revokedTime: null,
  revokeReason: null,
  lastUsedTime: null,
  lastAddress: null,
  changes: null,
};
const list = [queryApiTokens, () => ok({ list: [token], total: 1 })] as const;

describe('接口令牌', () => {
  it('shows what each program may do; its calls, and how to end it, with a reason', async () => {
    signIn({ permissions: ['apiToken:query', 'apiToken:revoke'] });
    const { to } = stubApi([
      list,
      [queryApiCalls, () => ok({ list: [], total: 0 })],
      [revokeApiToken, () => ok({ name: '人事系统' })],
    ]);
    const { user } = render(<ApiTokensPage />);
    const row = (await screen.findByText('program:f3b2a1c0')).closest('tr')!;
    expect(row.textContent).toContain('孙教务（clerk1）教师查询同签发人10.1.0.0/16');
    expect(screen.queryByRole('button', { name: '签发令牌' })).toBeNull();
    await user.click(screen.getByRole('button', { name: '调用记录 人事系统' }));
    expect((await screen.findByText('还没有用这个令牌调用过')).closest('[role=dialog]')).not.toBeNull();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: '撤销 人事系统' }));
    const dialog = await screen.findByRole('dialog', { name: '撤销“人事系统”的令牌' });
    await user.click(within(dialog).getByRole('button', { name: '撤销' }));
    expect(dialog.textContent).toContain('请输入撤销原因');
    await user.type(within(dialog).getByLabelText(/撤销原因/), '程序停用');
    await user.click(within(dialog).getByRole('button', { name: '撤销' }));
    await waitFor(() => {
      expect(to(revokeApiToken)[0]?.fields).toMatchObject({ tokenId: token.tokenId, reason: '程序停用' });
    });
  });

  it('shows how far each program has read the changes', async () => {
    signIn({ permissions: ['apiToken:query'] });
    const readTime = '2026-11-20 09:00:00';
    const reading = [
      { readTime, copying: true, behindSince: null },
      { readTime, copying: false, behindSince: null },
      { readTime, copying: false, behindSince: '2026-11-20 10:00:00' },
    ].map((changes, at) => ({ ...token, tokenId: `f3b2a1c0-0000-4000-8000-00000000000${at}`, changes }));
    stubApi([[queryApiTokens, () => ok({ list: reading, total: 3 })]]);
    render(<ApiTokensPage />);
    expect(await screen.findByText('首次同步中')).toBeDefined();
    expect(screen.getByText('已同步').title + screen.getByText('首次同步中').title).toBe(
      `最近读取 ${readTime}`.repeat(2),
    );
    expect(screen.getByTitle(`最近读取 ${readTime}，2026-11-20 10:00:00 起的变更尚未读取`).textContent).toBe(
      '有待读取',
    );
  });

  it('makes a token of rights that the person holds, shows it once, and says what is wrong at its field', async () => {
    signIn({ permissions: ['apiToken:query', 'apiToken:create', 'teacher:query'] });
    let attempts = 0;
    stubApi([
      list,
      [findTeachDep, () => ok([])],
      [
        createApiToken,
        () =>
          (attempts += 1) === 1
            ? refused('INVALID_INPUT', '数据校验未通过', 400, {
                fieldErrors: [{ field: 'owner', message: '没有这个账号，或账号已停用' }],
              })
            : ok({
                tokenId: token.tokenId,
                token: 'jwxt_secret',
                userName: token.userName,
                expiresTime: '2027-02-01 23:59:59',
              }),
      ],
    ]);
    const { user } = render(<ApiTokensPage />);
    await user.click(await screen.findByRole('button', { name: '签发令牌' }));
    const dialog = await screen.findByRole('dialog', { name: '签发令牌' });
    await user.click(within(dialog).getByRole('button', { name: '签发' }));
    for (const message of ['请输入程序名称', '请输入责任人账号', '请选择权限'])
      expect(dialog.textContent).toContain(message);
    await user.type(within(dialog).getByLabelText(/程序名称/), '人事系统');
    await user.type(within(dialog).getByLabelText(/责任人账号/), 'noone');
    await user.click(within(dialog).getByLabelText(/权限/));
    expect(screen.queryByText(/签发接口令牌/)).toBeNull();
    await user.click(await screen.findByText('教师查询（teacher:query）'));
    await user.click(within(dialog).getByRole('button', { name: '签发' }));
    expect(await within(dialog).findByText('没有这个账号，或账号已停用')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: '签发' }));
    expect(await screen.findByDisplayValue('jwxt_secret')).toBeTruthy();
    expect(screen.getByText(/令牌只显示这一次/)).toBeTruthy();
  });
});
