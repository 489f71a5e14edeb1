import { at, dialogOf, follow, press, type Screen } from '../screen.ts';
import type { Page } from 'playwright';

/** The details of the first application of a list. */
const details = follow((page) => page.getByRole('table').getByRole('link', { name: '详情' }));

/** The entry sheet of the first own class of a kind. */
const entryOf = (scoreType: '2' | '4') =>
  follow((page: Page) => page.locator(`main a[href*="/entry/"][href$="/${scoreType}"]`));

async function chooseFirst(page: Page): Promise<void> {
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await page.getByRole('button', { name: '批量调整' }).click();
  await dialogOf(page).waitFor();
}

/** Make-up lists, retake classes, and the approval of their scores. */
export const makeupScreens: readonly Screen[] = [
  { file: 'makeup-lists', title: '补缓考名单', person: 'office1', path: at('scoreManage', 'makeupList') },
  {
    file: 'makeup-generate',
    title: '生成补缓考名单',
    person: 'office1',
    path: at('scoreManage', 'makeupList'),
    prepare: press('生成名单'),
  },
  {
    file: 'makeup-adjust',
    title: '批量调整补缓考',
    person: 'office1',
    path: `${at('scoreManage', 'makeupList')}?listStatus=0`,
    prepare: chooseFirst,
  },
  {
    file: 'makeup-students',
    title: '补缓考学生',
    person: 'office1',
    path: at('scoreManage', 'makeupList'),
    prepare: press(/^名单$/, /名单/),
  },
  {
    file: 'makeup-approvals',
    title: '补缓考成绩审批',
    person: 'registrar1',
    path: at('scoreManage', 'retakeApproval'),
  },
  {
    file: 'makeup-approvals-passed',
    title: '补缓考成绩审批：已通过',
    person: 'registrar1',
    path: `${at('scoreManage', 'retakeApproval')}?tab=passed`,
  },
  {
    file: 'makeup-approval',
    title: '补缓考成绩审批详情',
    person: 'registrar1',
    path: at('scoreManage', 'retakeApproval/:teachingClassId'),
    address: () => Promise.resolve(at('scoreManage', 'retakeApproval')),
    prepare: details,
  },
  {
    file: 'makeup-entry',
    title: '补缓考成绩录入',
    person: 'teacher1',
    path: at('scoreManage', 'entry/:teachingClassId/2'),
    address: () => Promise.resolve(`${at('scoreManage', 'entry')}?scoreType=2`),
    prepare: entryOf('2'),
  },
  { file: 'rebuild-classes', title: '重修班', person: 'office1', path: at('scoreManage', 'rebuildClass') },
  {
    file: 'rebuild-new',
    title: '新增重修班',
    person: 'office1',
    path: at('scoreManage', 'rebuildClass'),
    prepare: press('新增重修班'),
  },
  {
    file: 'rebuild-students',
    title: '重修学生',
    person: 'office1',
    path: at('scoreManage', 'rebuildClass'),
    prepare: press(/^名单$/, /名单/),
  },
  {
    file: 'rebuild-approvals',
    title: '重修成绩审批',
    person: 'registrar1',
    path: at('scoreManage', 'rebuildScoreApproval'),
  },
];
