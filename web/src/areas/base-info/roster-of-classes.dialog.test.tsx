// @vitest-environment jsdom
import {
  queryAdministrativeClasses,
  queryClassTree,
} from '@jwxt/contracts/base-info/administrative-class.operations.ts';
import {
  addClassesToRosterOperation,
  previewRosterOfClasses,
} from '@jwxt/contracts/base-info/roster-of-classes.operations.ts';
import { resourceOptions } from '@jwxt/contracts/kernel/resource-option.operations.ts';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, stubApi } from '../../testing/api-stub.ts';
import { render } from '../../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../../testing/signed-in-user.ts';
import { ClassRosterPage } from './class-roster.page.tsx';

signedOutAfterwards();

const node = (level: string, key: string, title: string, pkey: string) => ({
  key,
  title,
  level,
  pkey,
  administrativeClassIds: 'A1',
});
const conflict = {
  studentCode: 'S2',
  studentNumber: '2026002',
  studentName: '钱二',
  administrativeClassName: '软件1班',
  comesIn: false,
  reason: '已离校，不加入',
};

it('PICKERS-001: on the page of rosters whole classes come in, after who would and who not', async () => {
  signIn({ permissions: ['teachingClassStudent:query', 'teachingClassStudent:addClasses', 'classInfo:choose'] });
  const { to } = stubApi([
    [resourceOptions, () => ok({ list: [{ code: 'TC1', name: '程序设计1班', number: 'TC1' }] })],
    [
      queryClassTree,
      () => ok([node('xy', '001', '全校', ''), node('DW', '101', '计算机学院', '001'), node('ZY', 'A', '软件', '101')]),
    ],
    [queryAdministrativeClasses, () => ok({ list: [], total: 0 })],
    [
      previewRosterOfClasses,
      () =>
        ok({
          added: 29,
          enrolled: 3,
          classes: [{ administrativeClassName: '软件1班', added: 29, students: 33 }],
          conflicts: [conflict],
        }),
    ],
    [addClassesToRosterOperation, () => ok({ added: 29 })],
  ]);
  const { user, unmount } = render(<ClassRosterPage />);
  await user.click(await screen.findByRole('button', { name: '按行政班加入' }));
  const form = within(await screen.findByRole('dialog', { name: '按行政班加入名单' }));
  await user.click(form.getByRole('combobox', { name: '教学班' }));
  await user.click(await screen.findByRole('option', { name: /程序设计1班/ }));
  await user.click(screen.getByRole('textbox', { name: '行政班' }));
  await user.click(await screen.findByRole('checkbox', { name: '选择计算机学院' }));
  await user.click(screen.getByRole('button', { name: '确定' }));
  expect((await screen.findByText(/将加入/)).textContent).toBe(
    '将加入 29 名学生，3 名已在名单中，1 名不能加入。软件1班 29/33 人',
  );
  expect(screen.getByText('已离校，不加入')).toBeDefined();
  await user.click(screen.getByRole('button', { name: '加入 29 人' }));
  expect(await screen.findByText('已加入 29 名学生')).toBeDefined();
  expect(to(addClassesToRosterOperation)[0]?.fields).toMatchObject({
    teachingClassId: 'TC1',
    administrativeClassIds: ['A1'],
    expected: 29,
  });
  unmount();
});

it('who may not add classes is not offered it', () => {
  signIn({ permissions: ['teachingClassStudent:query'] });
  stubApi([[resourceOptions, () => ok({ list: [] })]]);
  const { unmount } = render(<ClassRosterPage />);
  expect(screen.queryByRole('button', { name: '按行政班加入' })).toBeNull();
  unmount();
});
