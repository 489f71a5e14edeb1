// @vitest-environment jsdom
import { findDictionary } from '@jwxt/contracts/base-info/dictionary.operations.ts';
import { teachingClassStudent } from '@jwxt/contracts/base-info/teaching-class.resource.ts';
import { teacher } from '@jwxt/contracts/base-info/person.resource.ts';
import { resourceOptions } from '@jwxt/contracts/kernel/resource-option.operations.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, stubApi } from '../testing/api-stub.ts';
import { render } from '../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../testing/signed-in-user.ts';
import { ResourcePage } from './resource.page.tsx';

signedOutAfterwards();

const listed = { gh: 'G1', ywbm: '20010001', xm: '韩辉', sfzjh: null, version: '1', editor: '', editTime: null };
const [masks, whole] = ['110*************2X', '11010519491231002X'];

/**
 * The page of teachers, of which there is one, opened by who has these permissions. A form that is open needs somebody
 * signed in: it is unmounted before.
 */
function openTeachers(...actions: ('detail' | 'reveal' | 'update')[]) {
  signIn({ permissions: ['teacher:query', ...actions.map((action) => `teacher:${action}` as const)] });
  const api = stubApi([
    [teacher.operations.query, () => ok({ rows: [listed], total: 1 })],
    [teacher.operations.detail, () => ok({ ...listed, sfzjh: masks, csrq: '***' })],
    [teacher.reveal!, () => ok({ ...listed, sfzjh: whole, csrq: '1949-12-31' })],
    [findDictionary, () => ok([])],
    [resourceOptions, () => ok({ list: [] })],
  ]);
  const asked = () => [teacher.operations.detail, teacher.reveal!].map((operation) => api.to(operation).length);
  return { ...render(<ResourcePage resource={teacher} />), asked };
}

// BASE-DATA-22
it('what is personal comes whole with the row that is changed, in a form of groups', async () => {
  const { user, asked, unmount } = openTeachers('detail', 'reveal', 'update');
  await user.click(await screen.findByRole('button', { name: '修改' }));
  expect(await screen.findByDisplayValue(whole)).toBeDefined();
  expect(screen.getByRole('heading', { name: '联系方式' })).toBeDefined();
  expect(asked()).toEqual([0, 1]);
  unmount();
});

// BASE-DATA-22
it('a row that is looked at has masks, until it is asked for whole', async () => {
  const { user, asked, unmount } = openTeachers('detail', 'reveal', 'update');
  await user.click(await screen.findByText('韩辉'));
  expect(await screen.findByDisplayValue(masks)).toBeDefined();
  expect(screen.getByLabelText('出生日期')).toHaveProperty('value', '***');
  expect(screen.getByText('个人信息已隐藏一部分。查看完整信息会记入操作日志。')).toBeDefined();
  expect(asked()).toEqual([1, 0]);
  await user.click(screen.getByRole('button', { name: '查看完整信息' }));
  expect(await screen.findByDisplayValue(whole)).toBeDefined();
  expect(screen.queryByRole('button', { name: '查看完整信息' })).toBeNull();
  expect(asked()).toEqual([1, 1]);
  unmount();
});

it('who may not see it whole neither does nor changes the row', async () => {
  const { user, asked, unmount } = openTeachers('detail', 'update');
  await user.click(await screen.findByRole('button', { name: '查看' }));
  expect(await screen.findByDisplayValue(masks)).toBeDefined();
  expect(screen.queryByRole('button', { name: '查看完整信息' })).toBeNull();
  expect(screen.queryByRole('button', { name: '修改' })).toBeNull();
  expect(asked()).toEqual([1, 0]);
  unmount();
});

it('who may only read the list sees the row of the list, and changes nothing', async () => {
  const { user, asked, unmount } = openTeachers('update');
  await user.click(await screen.findByRole('button', { name: '查看' }));
  expect(await screen.findByDisplayValue('20010001')).toBeDefined();
  expect(screen.queryByRole('button', { name: '修改' })).toBeNull();
  expect(asked()).toEqual([0, 0]);
  unmount();
});

it('rows without number are asked for once something is chosen', async () => {
  signIn({ permissions: ['teachingClassStudent:query'] });
  const { to } = stubApi([[resourceOptions, () => ok({ list: [] })]]);
  const { user, unmount } = render(<ResourcePage resource={teachingClassStudent} />);
  expect(await screen.findByText('请先选择教学班或学生，再点查询')).toBeDefined();
  await user.click(screen.getByRole('button', { name: '查询' }));
  expect(to(teachingClassStudent.operations.query)).toEqual([]);
  unmount();
});
