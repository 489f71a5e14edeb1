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

/**
 * The page of teachers, of which there is one; `asked` are the rows that were asked for by themselves. A form that is
 * open needs somebody signed in: it is unmounted before.
 */
function openTeachers(permissions: Parameters<typeof signIn>[0]) {
  signIn(permissions);
  const asked: unknown[] = [];
  stubApi([
    [teacher.operations.query, () => ok({ rows: [listed], total: 1 })],
    [
      teacher.operations.detail,
      (input: unknown) => {
        asked.push(input);
        return ok({ ...listed, sfzjh: '11010519491231002X' });
      },
    ],
    [findDictionary, () => ok([])],
    [resourceOptions, () => ok({ list: [] })],
  ]);
  return { ...render(<ResourcePage resource={teacher} />), asked };
}

// BASE-DATA-22
it('what is personal comes with the row that is opened, in a form of groups', async () => {
  const { user, asked, unmount } = openTeachers({ permissions: ['teacher:query', 'teacher:detail', 'teacher:update'] });
  await user.click(await screen.findByRole('button', { name: '修改' }));
  expect(await screen.findByDisplayValue('11010519491231002X')).toBeDefined();
  expect(screen.getByRole('heading', { name: '联系方式' })).toBeDefined();
  expect(asked).toHaveLength(1);
  unmount();
});

it('who may only read the list sees the row of the list, and changes nothing', async () => {
  const { user, asked, unmount } = openTeachers({ permissions: ['teacher:query', 'teacher:update'] });
  await user.click(await screen.findByRole('button', { name: '查看' }));
  expect(await screen.findByDisplayValue('20010001')).toBeDefined();
  expect(screen.queryByRole('button', { name: '修改' })).toBeNull();
  expect(asked).toEqual([]);
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
