// @vitest-environment jsdom
import { parameterRows } from '@jwxt/contracts/system-setting/parameter.vocabulary.ts';
import { systemParameter } from '@jwxt/contracts/system-setting/system-parameter.resource.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, refused, stubApi } from '../../testing/api-stub.ts';
import { render } from '../../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../../testing/signed-in-user.ts';
import { SystemParametersPage } from './system-parameters.page.tsx';

signedOutAfterwards();

const rows = parameterRows.map((row) => ({ ...row, paraTypeName: '', version: '1', editor: '', editTime: null }));

function open(permissions: Parameters<typeof signIn>[0], answer = () => ok({ key: 'zxx' })) {
  signIn(permissions);
  const api = stubApi([
    [systemParameter.operations.query, () => ok({ rows, total: rows.length })],
    [systemParameter.operations.update, answer],
  ]);
  return { ...render(<SystemParametersPage />), ...api };
}

// SYSADMIN-03
it('what is typed shows in the picture of the login page, and as old and new before it is saved', async () => {
  const { user, to, unmount } = open({ permissions: ['sysSet:query', 'sysSet:update'] });
  const motto = await screen.findByLabelText(/登录页左侧标语/);
  await user.clear(motto);
  await user.type(motto, '求真务实');
  expect(within(screen.getByLabelText('外观预览')).getAllByText('求真务实').length).toBeGreaterThan(0);
  expect(screen.getByText('已修改 1 项，尚未保存')).toBeDefined();
  await user.click(screen.getByRole('button', { name: '保存' }));
  const asked = within(await screen.findByRole('dialog'));
  expect(asked.getByText('厚德博学')).toBeDefined();
  expect(asked.getByText('求真务实')).toBeDefined();
  await user.click(asked.getByRole('button', { name: '保存' }));
  await waitFor(() => {
    expect(to(systemParameter.operations.update)).toHaveLength(1);
  });
  expect(to(systemParameter.operations.update)[0]?.fields).toMatchObject({
    key: 'zxx',
    values: { paraValue: '求真务实' },
  });
  unmount();
});

it('a wrong value has its reason below it and is not sent; so has what the server refuses', async () => {
  const { user, to, unmount } = open({ permissions: ['sysSet:query', 'sysSet:update'] }, () =>
    refused('INVALID_INPUT', '输入有误', 400),
  );
  const mark = await screen.findByLabelText(/及格线/);
  await user.clear(mark);
  await user.type(mark, '101');
  await user.click(screen.getByRole('button', { name: '保存' }));
  expect((await screen.findAllByText('应在 1 到 100 之间')).length).toBeGreaterThan(0);
  expect(to(systemParameter.operations.update)).toEqual([]);
  unmount();
});

it('who may only read has no editor to type in', async () => {
  const { unmount } = open({ permissions: ['sysSet:query'] });
  expect((await screen.findByLabelText<HTMLInputElement>(/及格线/)).disabled).toBe(true);
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull();
  unmount();
});
