import { queryExamSets } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import type { SheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Page } from 'playwright';
import { at, dialogOf, inTurn, press, type Screen } from '../screen.ts';
import type { Stage } from '../stage.ts';

/** A class of this semester whose sheet is in a state, as the office sees its settings. */
const classIn =
  (sheetStatus: SheetStatus, tab?: string) =>
  async (stage: Stage): Promise<string> => {
    const { list } = await (await stage.person('office1')).call(queryExamSets, { sheetStatus });
    const [first] = list;
    if (!first) throw new Error(`no class in state ${sheetStatus}`);
    return (
      `${at('scoreManage', `examSet/${first.teachingClassId}`)}?semesterId=${first.semesterId}` +
      `${tab === undefined ? '' : `&tab=${tab}`}`
    );
  };

async function chooseThree(page: Page): Promise<void> {
  for (const row of [1, 2, 3]) await page.getByRole('row').nth(row).getByRole('checkbox').check();
}

const adjust =
  (what: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: '批量调整' }).click();
    await page.getByRole('menuitem', { name: what }).click();
    await dialogOf(page).waitFor();
  };

/** A job, to its results. */
async function initialise(page: Page): Promise<void> {
  await press('学期初始化')(page);
  await page.getByRole('checkbox', { name: /^已设置、尚未录入/ }).check();
  await page.getByRole('button', { name: /^初始化 \d+ 个教学班$/ }).click();
  await dialogOf(page).getByText('已完成').first().waitFor();
}

async function setQuickly(page: Page): Promise<void> {
  await page
    .getByRole('row', { name: /未设置/ })
    .first()
    .getByRole('checkbox')
    .check();
  await press('快捷设置')(page);
}

/** Exam settings of teaching classes, and the long jobs. */
export const examSetScreens: readonly Screen[] = [
  { file: 'exam-sets', title: '教学班与考试设置', person: 'office1', path: at('scoreManage', 'examSet') },
  {
    file: 'exam-set-init',
    title: '学期成绩初始化',
    person: 'office1',
    path: at('scoreManage', 'examSet'),
    prepare: press('学期初始化'),
  },
  {
    file: 'exam-set-quick',
    title: '快捷设置',
    person: 'office1',
    path: at('scoreManage', 'examSet'),
    prepare: setQuickly,
  },
  {
    file: 'exam-set-items',
    title: '批量调整：成绩分项',
    person: 'office1',
    path: at('scoreManage', 'examSet'),
    prepare: inTurn(chooseThree, adjust('成绩分项')),
  },
  {
    file: 'exam-set-rollback',
    title: '成绩退回',
    person: 'office1',
    path: at('scoreManage', 'examSet'),
    prepare: inTurn(chooseThree, press('退回')),
  },
  {
    file: 'exam-set-class',
    title: '考试设置：教学班',
    person: 'office1',
    path: at('scoreManage', 'examSet/:teachingClassId'),
    address: classIn('2'),
  },
  {
    file: 'exam-set-class-items',
    title: '考试设置：分项',
    person: 'office1',
    path: `${at('scoreManage', 'examSet/:teachingClassId')}?tab=items`,
    address: classIn('2', 'items'),
  },
  {
    file: 'exam-set-class-time',
    title: '考试设置：录入时间',
    person: 'office1',
    path: `${at('scoreManage', 'examSet/:teachingClassId')}?tab=time`,
    address: classIn('2', 'time'),
  },
  {
    file: 'exam-set-class-students',
    title: '考试设置：学生',
    person: 'office1',
    path: `${at('scoreManage', 'examSet/:teachingClassId')}?tab=students`,
    address: classIn('4', 'students'),
  },
  {
    file: 'exam-set-class-history',
    title: '考试设置：变更记录',
    person: 'office1',
    path: `${at('scoreManage', 'examSet/:teachingClassId')}?tab=history`,
    address: classIn('4', 'history'),
  },
  {
    file: 'exam-set-init-done',
    title: '学期成绩初始化：结果',
    person: 'office1',
    path: at('scoreManage', 'examSet'),
    prepare: initialise,
  },
  { file: 'jobs', title: '任务进度', person: 'office1', path: at('scoreManage', 'jobs') },
  { file: 'score-term-control', title: '成绩学期控制', person: 'office1', path: at('scoreManage', 'scoreTermControl') },
  {
    file: 'score-term-control-new',
    title: '新增成绩学期控制',
    person: 'office1',
    path: at('scoreManage', 'scoreTermControl'),
    prepare: press('新增'),
  },
  { file: 'outside-score-time', title: '成绩认定时间', person: 'office1', path: at('scoreManage', 'outsideScoreTime') },
  { file: 'score-template', title: '成绩模板', person: 'office1', path: at('scoreManage', 'scoreTemplate') },
  { file: 'score-value', title: '成绩等级制', person: 'office1', path: at('scoreManage', 'scoreValue') },
  { file: 'score-rules', title: '成绩规则', person: 'office1', path: at('scoreManage', 'scoreRules') },
  {
    file: 'score-rules-copy',
    title: '新增成绩规则',
    person: 'office1',
    path: at('scoreManage', 'scoreRules'),
    prepare: press('复制'),
  },
];
