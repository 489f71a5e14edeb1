// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderHome } from './home-page.fixture.tsx';
import { HomePage } from './home.page.tsx';

vi.mock('../../ui/echarts-setup.ts', () => ({
  init: () => ({ setOption: () => undefined, on: () => undefined, resize: () => undefined, dispose: () => undefined }),
}));
beforeEach(() => {
  sessionStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const card = async (title: string) => (await screen.findByRole('heading', { name: title })).closest('section')!;
const notice = (index: number) => ({
  noticeId: String(index),
  noticeName: `公告${String(index)}`,
  noticeTypeName: '教务',
  createName: '教务处',
  createTime: '2026-11-20 08:00:00',
  topFlag: '0',
  read: '0',
});
const guide = (index: number) => ({
  operationGuideId: String(index),
  noticeName: `指南${String(index)}`,
  domainService: '成绩管理',
  editTime: '2026-11-20 08:00:00',
});
const approval = (index: number) => ({
  applyId: String(index),
  approvalProcessName: '成绩更改审批',
  title: `申请${String(index)}`,
  applicantName: '王老师',
  applyTime: '2026-11-01 08:00:00',
  waitingSince: '2026-11-01 08:00:00',
});
const list = <T,>(count: number, make: (index: number) => T) => ({
  list: Array.from({ length: count }, (_, index) => make(index + 1)),
  total: count,
  unreadNum: count,
});

const dean = ['system:approve', 'systemApprove:query', 'indexQuery:show', 'homeMemuIconManage:show'];
const answers = {
  '/approval/query': list(4, approval),
  '/schoolStatistics': { zxxs: 600, zxjs: 150, zrs: 750 },
  '/classStatistics': { zbjsl: 60, dyibjsl: 16, derbjsl: 15, dsanbjsl: 15, dsibjsl: 14 },
};

it('HOME-05, HOME-06, HOME-07, HOME-08, HOME-09, HOME-10, HOME-11: the cards of both columns', async () => {
  renderHome(<HomePage />, { permissions: dean, answers });
  for (const title of ['常用功能', '通知公告', '操作指南', '应用服务', '待办消息', '师生比', '行政班级数'])
    expect(await card(title), title).toBeTruthy();
  expect(await screen.findByRole('img', { name: '师生比 4.0 : 1，学生 600 人，教师 150 人' })).toBeTruthy();
  expect(
    await screen.findByRole('img', { name: '行政班级数：一年级 16 个，二年级 15 个，三年级 15 个，四年级 14 个' }),
  ).toBeTruthy();
  expect(screen.getByText('共 60 个')).toBeTruthy();
});

it('HOME-49, HOME-50: each chart has its figures as a table', async () => {
  const { user } = renderHome(<HomePage />, { permissions: dean, answers });
  await user.click(await screen.findByRole('button', { name: '师生比：看表' }));
  expect(
    within(await screen.findByRole('table', { name: '师生比' }))
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['类别人数', '学生600', '教师150', '合计750']);
  await user.click(await screen.findByRole('button', { name: '行政班级数：看表' }));
  expect(
    within(await screen.findByRole('table', { name: '行政班级数' }))
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['年级班级数', '一年级16', '二年级15', '三年级15', '四年级14', '全校60']);
});

it('HOME-35, HOME-36, HOME-37: 5 notices, 4 to-dos and 4 guides are asked for and shown', async () => {
  const { sent } = renderHome(<HomePage />, {
    permissions: dean,
    answers: { ...answers, '/noticeInfo/queryByAudience': list(5, notice), '/operationGuide/query': list(4, guide) },
  });
  expect(await within(await card('通知公告')).findAllByRole('listitem')).toHaveLength(5);
  expect(await within(await card('操作指南')).findAllByRole('listitem')).toHaveLength(4);
  expect(await within(await card('待办消息')).findAllByRole('listitem')).toHaveLength(4);
  const asked = (end: string) => sent.filter(({ path }) => path.endsWith(end)).map(({ fields }) => fields['pageSize']);
  expect([asked('/noticeInfo/queryByAudience'), asked('/operationGuide/query')]).toEqual([['5'], ['4']]);
});

// HOME-12
it('each 更多 is a way into the detail view; without indexQuery:show there are no figures of the school', async () => {
  renderHome(<HomePage />, { permissions: ['systemApprove:query'] });
  for (const what of ['通知公告', '待办消息', '操作指南'])
    expect(await screen.findByRole('button', { name: `更多${what}` }), what).toBeTruthy();
  expect(screen.queryByRole('heading', { name: '师生比' })).toBeNull();
});

it('HOME-17: 编辑 opens the 应用管理 modal', async () => {
  const { user } = renderHome(<HomePage />, { permissions: dean, answers });
  await user.click(await screen.findByRole('button', { name: '编辑' }));
  expect(await screen.findByRole('dialog', { name: '应用管理' })).toBeTruthy();
});
