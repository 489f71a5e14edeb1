// @vitest-environment jsdom
import { exportPersonData } from '@jwxt/contracts/audit/person-data.operations.ts';
import {
  erasePersonOperation,
  previewPersonErasure,
  queryPersonErasures,
} from '@jwxt/contracts/system/person-erasure.operations.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, stubApi } from '../../testing/api-stub.ts';
import { InAddress } from '../../testing/in-address.tsx';
import { render } from '../../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../../testing/signed-in-user.ts';
import { PersonErasuresPage } from './person-erasures.page.tsx';

signedOutAfterwards();

const erasure = {
  erasureId: 'e1',
  kind: 'student' as const,
  kindName: '学生',
  code: 'S1',
  basis: '2' as const,
  basisName: '保存期限已届满',
  reason: '毕业满三十年',
  erasedTime: '2026-11-27 08:00:00',
  erasedByName: '王专员',
  confirmedByName: '',
  keys: 4,
  rows: 12,
  complete: '0' as const,
};
const preview = {
  kind: 'student' as const,
  kindName: '学生',
  code: 'S2',
  number: '2026002',
  name: '李四',
  statusName: '毕业',
  mayBeErased: '1' as const,
  keys: 3,
  erased: [{ title: '学生信息', count: 1 }],
  stays: ['成绩只按学生代码保存'],
};

it('what goes and stays is shown before anybody is erased; a ground, a reason and a yes are asked for', async () => {
  signIn({ permissions: ['person:query', 'person:erase'] });
  const { to } = stubApi([
    [queryPersonErasures, () => ok({ list: [erasure], total: 1 })],
    [previewPersonErasure, () => ok(preview)],
    [erasePersonOperation, () => ok({ erasureId: 'e2', kind: 'student', code: 'S2' })],
  ]);
  const { user } = render(
    <InAddress>
      <PersonErasuresPage />
    </InAddress>,
  );
  expect(await screen.findByText('毕业满三十年')).toBeTruthy();
  expect(screen.getByText('重建中')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '删除个人信息' }));
  const dialog = within(await screen.findByRole('dialog', { name: '删除个人信息' }));
  await user.type(dialog.getByRole('textbox', { name: /学号/ }), '2026002');
  await user.click(dialog.getByRole('button', { name: '预览' }));
  expect(await dialog.findByText('成绩只按学生代码保存')).toBeTruthy();
  expect(dialog.getByText('学生信息')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: '删除' }));
  for (const text of ['请选择依据', '请输入理由', '请先确认']) expect(await dialog.findByText(text)).toBeTruthy();
  expect(to(erasePersonOperation)).toEqual([]);

  await user.click(dialog.getByRole('combobox', { name: /依据/ }));
  await user.click(await screen.findByRole('option', { name: '保存期限已届满' }));
  await user.type(dialog.getByRole('textbox', { name: /理由/ }), '毕业满三十年');
  await user.click(dialog.getByRole('checkbox'));
  await user.click(dialog.getByRole('button', { name: '删除' }));
  await waitFor(() => {
    expect(to(erasePersonOperation)[0]?.fields).toMatchObject({
      kind: 'student',
      code: 'S2',
      basis: '2',
      reason: '毕业满三十年',
    });
  });
});

it('a copy of everything about a person is asked for by number, and by who may alone', async () => {
  signIn({ permissions: ['person:query', 'person:export'] });
  const { to } = stubApi([
    [queryPersonErasures, () => ok({ list: [], total: 0 })],
    [exportPersonData, () => ok({ exportJob: { jobId: 'j1', total: 3 } })],
  ]);
  const { user } = render(
    <InAddress>
      <PersonErasuresPage />
    </InAddress>,
  );
  expect(await screen.findByText('还没有删除过个人信息')).toBeTruthy();
  expect(screen.queryByRole('button', { name: '删除个人信息' })).toBeNull();
  await user.click(screen.getByRole('button', { name: '导出个人信息' }));
  const dialog = within(await screen.findByRole('dialog', { name: '导出个人信息' }));
  await user.click(dialog.getByRole('button', { name: '导出' }));
  expect(await dialog.findByText('请输入学号、工号或账号')).toBeTruthy();
  expect(to(exportPersonData)).toEqual([]);
  await user.type(dialog.getByRole('textbox', { name: /学号/ }), ' 2026001 ');
  await user.click(dialog.getByRole('button', { name: '导出' }));
  await waitFor(() => {
    expect(to(exportPersonData)[0]?.fields).toMatchObject({ number: '2026001' });
  });
});
