import type { Page } from 'playwright';
import { at, follow, press, type Screen } from '../screen.ts';

/** What the server would refuse is named at its field. */
async function sendEmpty(page: Page): Promise<void> {
  await page.locator('#elective-credit').fill('1.3');
  await page.getByRole('button', { name: '提交送审' }).click();
  await page.getByText('课程名称必填').waitFor();
  await page.mouse.move(0, 0);
}

const details = follow((page) => page.getByRole('table').getByRole('link', { name: /详情|查看/ }));

/** Public electives: applications, their review, the plans that result. */
export const electiveScreens: readonly Screen[] = [
  { file: 'electives', title: '公选课申请', person: 'teacher1', path: at('scoreManage', 'elective') },
  { file: 'elective-new', title: '填写公选课申请', person: 'teacher1', path: at('scoreManage', 'elective/new') },
  {
    file: 'elective-errors',
    title: '填写公选课申请：有误',
    person: 'teacher1',
    path: at('scoreManage', 'elective/new'),
    prepare: sendEmpty,
  },
  {
    file: 'elective-audit',
    title: '公选课审核',
    person: 'registrar1',
    path: `${at('scoreManage', 'electiveAudit')}?view=all`,
  },
  {
    file: 'elective',
    title: '公选课申请详情',
    person: 'registrar1',
    path: at('scoreManage', 'elective/:planId'),
    address: () => Promise.resolve(`${at('scoreManage', 'electiveAudit')}?view=all`),
    prepare: details,
  },
  {
    file: 'elective-round',
    title: '公选课申报时间',
    person: 'office1',
    path: at('scoreManage', 'electiveAudit'),
    prepare: press('申报时间'),
  },
  { file: 'elective-plans', title: '公选课计划', person: 'registrar1', path: at('scoreManage', 'electivePlan') },
];
