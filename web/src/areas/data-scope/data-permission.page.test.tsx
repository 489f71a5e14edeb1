// @vitest-environment jsdom
import { scopeDimensionChoices } from '@jwxt/contracts/data-scope/data-dimension.operations.ts';
import {
  explainScope,
  saveDataPermission,
  scopeGroups,
  scopesOfGroup,
  scopeValues,
} from '@jwxt/contracts/data-scope/data-scope.operations.ts';
import { nodesBelow } from '@jwxt/contracts/kernel/function-tree.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { ok, stubApi } from '../../testing/api-stub.ts';
import { render } from '../../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../../testing/signed-in-user.ts';
import { DataPermissionPage } from './data-permission.page.tsx';

signedOutAfterwards();

const names = { NJ: '年级', XQ: '校区', XSLB: '学生类别', DW: '单位', ZY: '专业', XZB: '行政班' };
/** The dimensions, those of `off` switched off. */
const named = (off: readonly string[], more: object = {}) =>
  Object.entries({ ...names, ...more }).map(([sjqxbh, wdmc]) => ({
    sjqxbh,
    wdmc,
    sfqy: off.includes(sjqxbh) ? '0' : '1',
  }));

let api: ReturnType<typeof stubApi>;
beforeEach(() => {
  signIn({ permissions: ['dataPermission:query', 'dataPermission:save'] });
  api = stubApi([
    [
      scopeGroups,
      () =>
        ok([
          { yhzbh: '03', yhzmc: '院系教务员' },
          { yhzbh: '06', yhzmc: '任课教师' },
        ]),
    ],
    [
      scopeDimensionChoices,
      () =>
        ok({ all: named([]), student: named(['XQ'], { NJ: '入学年级' }), studentFunctions: ['studentInfo:update'] }),
    ],
    [
      scopesOfGroup,
      ({ yhzbh = '' }) =>
        ok({
          yhzbh,
          version: 'v1',
          held: [],
          listDto: [{ yhzbh, qxbh: '*', sjqxbh: 'DW', fwz: yhzbh === '03' ? '$DW' : '$SELF' }],
          names: [],
        }),
    ],
    [scopeValues, () => ok([{ code: '2026', name: '2026级' }])],
    [saveDataPermission, () => ok({ overwritten: 0 })],
    [
      explainScope,
      () =>
        ok({
          seen: false,
          person: '孙教务（clerk1）',
          row: '教学班 数学1班',
          conclusion: '看不到：角色“院系教务员”设在“全部功能”的范围不包含这条数据。',
          roles: [{ jsbh: '03', jsmc: '院系教务员', node: '全部功能', holds: true, seen: false, dimensions: [] }],
        }),
    ],
  ]);
  render(<DataPermissionPage />);
});
const row = async (name: string) => (await screen.findByText(name)).closest('tr') ?? document.body;

// SYSADMIN-10
it('PERM-30: functions are a tree, with the scope of each and where it is from; a search finds any', async () => {
  expect(within(await row('全部功能')).getByText('单位：本单位及下级单位')).toBeTruthy();
  expect(within(await row('成绩管理')).getByText('继承自“全部功能”')).toBeTruthy();
  expect(screen.queryByText('成绩退回')).toBeNull();
  await userEvent.type(screen.getByLabelText('查找功能'), '成绩退回');
  expect(within(await row('成绩退回')).getByText('继承自“全部功能”')).toBeTruthy();
});

it('PERM-31, PERM-32, PERM-35: each function has an edit action, with six dimensions, which are saved', async () => {
  await userEvent.click(await screen.findByRole('button', { name: '编辑“成绩管理”' }));
  const dialog = await screen.findByRole('dialog');
  for (const name of ['年级', '校区', '学生类别', '单位', '专业', '行政班'])
    expect(within(dialog).getByRole('group', { name })).toBeTruthy();
  expect(
    within(dialog).getByText(`保存后用于其下 ${String(nodesBelow('scoreManage').length - 1)} 项功能`),
  ).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('combobox', { name: '行政班范围' }));
  await userEvent.click(await screen.findByRole('option', { name: '本人所带班级' }));
  await userEvent.click(within(dialog).getByRole('button', { name: '保存' }));
  await userEvent.click(await screen.findByRole('button', { name: '确定' }));
  await waitFor(() => {
    expect(api.to(saveDataPermission)[0]?.fields).toMatchObject({
      yhzbh: '03',
      version: 'v1',
      permissionIds: [...nodesBelow('scoreManage')],
      listDto: [
        { yhzbh: '03', qxbh: 'scoreManage', sjqxbh: 'DW', fwz: '$DW' },
        { yhzbh: '03', qxbh: 'scoreManage', sjqxbh: 'XZB', fwz: '$BJ' },
      ],
    });
  });
});

// SYSADMIN-19, SYSADMIN-20
it('offers dimensions by the names of the school, and none that is switched off', async () => {
  await userEvent.type(await screen.findByLabelText('查找功能'), '学生信息修改');
  await userEvent.click(await screen.findByRole('button', { name: '编辑“学生信息修改”' }));
  const dialog = await screen.findByRole('dialog');
  expect(
    within(dialog)
      .getAllByRole('group')
      .map((group) => group.getAttribute('aria-label')),
  ).toEqual(['入学年级', '学生类别', '单位', '专业', '行政班']);
});

it('shows what differs from another user group', async () => {
  await row('全部功能');
  await userEvent.click(screen.getByRole('combobox', { name: '对比' }));
  await userEvent.click(await screen.findByRole('option', { name: '任课教师' }));
  expect(await within(await row('成绩退回')).findByText('单位：本人的数据')).toBeTruthy();
});

it('says why somebody does not see a row', async () => {
  await userEvent.click(await screen.findByRole('button', { name: '为什么能（不能）看到' }));
  await userEvent.type(await screen.findByLabelText('账号'), 'clerk1');
  await userEvent.type(screen.getByLabelText('教学班号'), 'TC2');
  await userEvent.click(screen.getByRole('button', { name: '查看原因' }));
  expect(await screen.findByText(/看不到：角色“院系教务员”设在“全部功能”的范围不包含这条数据/)).toBeTruthy();
  expect(api.to(explainScope)[0]?.fields).toMatchObject({
    userName: 'clerk1',
    qxbh: 'scoreEntry:detail',
    subject: 'teachingClass',
    key: 'TC2',
  });
});
