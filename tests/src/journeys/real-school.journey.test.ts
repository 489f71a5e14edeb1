import { resourcePath, resources, type ResourceName } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { setupSteps, type SetupStep } from '@jwxt/contracts/school-setup/school-setup.vocabulary.ts';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram, withoutSlider } from '../processes/npm-start.ts';
import { emptyWindow, fillSignIn, givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { startProduct } from '../testing/start-product.ts';
import {
  allSaved,
  closeOutcome,
  decide,
  decisionForm,
  openApprovals,
  paste,
  soon,
  submitSheet,
  told,
} from './people.ts';
import {
  after,
  before,
  secondClass,
  semesters,
  staff,
  students,
  studentTable,
  workbookOf,
  type Table,
} from './real-school-files.ts';
import { chooseFifteenth } from './readme-tour.ts';

/*
 * docs/first-day.md as a school does it: in production mode, from an empty data folder to a published score and into
 * the next semester, in the browser alone, with workbooks of its own.
 */

const FIRST_PASSWORD = 'First-Admin-1';
const OWN_PASSWORD = 'Own_Password1';

let product: Awaited<ReturnType<typeof startProduct>>;
let url: string;
let browser: Browser;
/** The windows of those who have signed in. */
const windows = new Map<string, Page>();
const at = (userName: string): Page => windows.get(userName)!;
/** Initial passwords, as the slips say them. */
const slips = new Map<string, string>();

beforeAll(async () => {
  const env = { NODE_ENV: 'production', JWXT_DEMO: '0', JWXT_ADMIN_PASSWORD: FIRST_PASSWORD };
  [product, browser] = await Promise.all([startProduct(600, env), givenBrowser()]);
  ({ url } = product.product);
  await withoutSlider(product.product.dataDir);
}, 300_000);
afterAll(async () => {
  await leaveBrowser();
  await product.stop();
});

const go = (page: Page, path: string) => page.goto(`${url}${path}`);
const openResource = (page: Page, name: ResourceName) => go(page, resourcePath(name));
const rowWith = (page: Page | Locator, ...texts: readonly (string | RegExp)[]): Locator =>
  texts.reduce<Locator>((row, hasText) => row.filter({ hasText }), page.locator('tbody tr:visible'));
const turnIn = (page: Page) =>
  page.getByRole('dialog', { name: '设为当前学期' }).getByRole('button', { name: '设为当前学期', exact: true }).click();

/** Signs in by the form with the password that was given, and must have one of one's own before anything else. */
async function signInFirst(userName: string, given: string): Promise<Page> {
  const page = await emptyWindow(browser);
  windows.set(userName, page);
  await go(page, '/login');
  await fillSignIn(page, userName, given);
  await page.getByRole('heading', { name: '修改初始密码' }).waitFor();
  await page.locator('#password-oldToken').fill(given);
  await page.locator('#password-newToken').fill(OWN_PASSWORD);
  await page.locator('#password-confirmToken').fill(OWN_PASSWORD);
  await page.getByRole('button', { name: '确定' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/login');
  await fillSignIn(page, userName, OWN_PASSWORD);
  await page.getByRole('button', { name: /个人菜单$/ }).waitFor();
  return page;
}

/** A step on the page 开学准备. */
const stepOf = (page: Page, step: SetupStep): Locator =>
  page.getByRole('listitem', { name: setupSteps[step].title, exact: true });
const stateOf = (page: Page, step: SetupStep) => stepOf(page, step).getAttribute('data-state');

/** Opens 导入 on the page of a resource and chooses a workbook. */
async function chooseFile(page: Page, name: ResourceName, table: Table): Promise<Locator> {
  await openResource(page, name);
  await page.getByRole('button', { name: '导入', exact: true }).click();
  const { title } = resources[name];
  const dialog = page.getByRole('dialog', { name: `导入${title}` });
  await dialog.getByLabel('选择导入文件').setInputFiles({
    name: `${title}.xlsx`,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: workbookOf(table),
  });
  return dialog;
}

/** Stores what the preview shows. */
async function store(dialog: Locator, rows: number): Promise<void> {
  await dialog.getByRole('button', { name: `确定导入 ${String(rows)} 行` }).click();
  await dialog.getByText(`导入已完成：已写入 ${String(rows)} 行`).waitFor();
  await closeOutcome(dialog);
}

async function bringIn(page: Page, tables: readonly (readonly [ResourceName, Table])[]): Promise<void> {
  for (const [name, table] of tables) await store(await chooseFile(page, name, table), table.length - 1);
}

/** 角色管理 → 用户 → 添加用户. */
async function giveRole(page: Page, role: string, userName: string): Promise<void> {
  await page.getByRole('button', { name: `用户 ${role}` }).click();
  const holders = page.getByRole('dialog', { name: `用户：${role}` });
  await holders.getByRole('button', { name: '添加用户' }).click();
  const dialog = page.getByRole('dialog', { name: `添加用户：${role}` });
  await dialog.getByLabel('姓名、账号或工号学号').fill(userName);
  await dialog.getByRole('button', { name: '查询' }).click();
  await expect.poll(() => rowWith(dialog).count(), soon).toBe(1);
  await rowWith(dialog, userName).getByRole('checkbox').check();
  await dialog.getByRole('button', { name: '确定' }).click();
  await dialog.waitFor({ state: 'detached' });
  await rowWith(holders, userName).waitFor();
  await page.keyboard.press('Escape');
  await holders.waitFor({ state: 'detached' });
}

/** 学期初始化 of the classes that have no sheet yet. */
async function initialise(page: Page, count: number): Promise<void> {
  await go(page, '/jwxt/gly/scoreManage/examSet');
  await page.getByRole('button', { name: '学期初始化' }).click();
  const dialog = page.getByRole('dialog', { name: '学期成绩初始化' });
  await dialog.getByRole('button', { name: `初始化 ${String(count)} 个教学班` }).click();
  await dialog.getByText('已完成').first().waitFor();
  await closeOutcome(dialog);
}

async function openEntry(page: Page, className: string): Promise<void> {
  await go(page, '/jwxt/gly/scoreManage/entry');
  await rowWith(page, className).getByRole('link', { name: '录入成绩', exact: true }).click();
  await page.locator('[data-cell]:visible').first().waitFor();
}

describe('a school of its own, one step after the other', () => {
  it('1. the administrator is let in by the password of the start, and led to what is missing', async () => {
    const granted = runProgram(['infra/src/accounts/main.ts', '--role', '02', 'admin'], {
      JWXT_DATA: product.product.dataDir,
    });
    expect([await granted.exited, granted.output()]).toEqual([0, '已为 1 个账号授予角色 02\n']);
    const page = await signInFirst('admin', FIRST_PASSWORD);
    await page.waitForURL((address) => address.pathname.endsWith('/schoolSetup'));
    await stepOf(page, 'semester').getByText('没有当前学期').waitFor();
    for (const step of ['unit', 'major', 'course', 'teacher', 'student', 'teachingClass', 'scoreSetting'] as const)
      expect([step, await stateOf(page, step)]).toEqual([step, 'blocked']);
  });

  it("2. the school's workbooks come in: other order, own headers, a wrong row told and put right", async () => {
    const page = at('admin');
    await bringIn(page, before);
    await openResource(page, 'semester');
    await rowWith(page, semesters.now.key).getByRole('button', { name: '设为当前' }).click();
    await turnIn(page);
    await rowWith(page, semesters.now.key).getByText('当前', { exact: true }).waitFor();

    const first = await chooseFile(page, 'studentInfo', studentTable('计科2610'));
    await first.getByText('没有用到的列：序号、所在班').waitFor();
    await first.getByRole('button', { name: '列的对应关系' }).click();
    await first.getByRole('combobox', { name: 'E 列 所在班' }).click();
    await page.getByRole('option', { name: '行政班', exact: true }).click();
    await first.getByRole('button', { name: '按新的对应关系读取' }).click();
    const wrong = rowWith(first.getByRole('table', { name: '导入明细' }));
    await expect.poll(() => wrong.allInnerTexts(), soon).toEqual([expect.stringContaining('计科2610')]);
    await expect
      .poll(() => wrong.innerText(), soon)
      .toMatch(/^4\s[\s\S]*周三[\s\S]*E 列 所在班“计科2610”：行政班“计科2610”不存在/);
    await store(first, students.length - 1);
    // Put right, the same file again: the header is known by now, and nothing is stored twice.
    const again = await chooseFile(page, 'studentInfo', studentTable('计科2601'));
    await again.getByText(`未变化 ${String(students.length - 1)}`).waitFor();
    await store(again, 1);

    await bringIn(page, after);
    await go(page, '/jwxt/gly/systemManage/schoolSetup');
    for (const step of ['semester', 'unit', 'major', 'room', 'course', 'teacher', 'student', 'teachingClass'] as const)
      await expect.poll(async () => [step, await stateOf(page, step)], soon).toEqual([step, 'done']);
  });

  it('3. everybody gets an account, some get roles, and every node of the chains has somebody', async () => {
    const page = at('admin');
    await go(page, '/jwxt/gly/systemManage/systemUser');
    await page.getByRole('button', { name: '同步人员账号' }).click();
    await page.getByRole('dialog', { name: '同步人员账号' }).getByRole('button', { name: '开始同步' }).click();
    const issued = page.getByRole('dialog', { name: `初始密码（${String(staff.length + students.length)} 人）` });
    await expect.poll(() => rowWith(issued).count(), soon).toBe(staff.length + students.length);
    for (const row of await rowWith(issued).all()) {
      const [userName = ''] = /\d{4,}/.exec(await row.innerText()) ?? [];
      slips.set(userName, await row.locator('code').innerText());
    }
    expect([...slips.keys()].toSorted()).toEqual(
      [...staff, ...students].map(({ number }) => String(number)).toSorted(),
    );
    await closeOutcome(issued);

    await go(page, '/jwxt/gly/systemManage/role');
    await giveRole(page, '教务处管理员', '9001');
    await giveRole(page, '教务处审核人', '9002');
    await giveRole(page, '院系审核人', '1002');
    await giveRole(page, '院系审核人', '2001');
    await giveRole(page, '院系教务员', '1002');
    await giveRole(page, '院系教务员', '2001');

    const [office] = await Promise.all(
      ['9001', '9002', '1001', '1002', '2026001'].map((userName) => signInFirst(userName, slips.get(userName)!)),
    );
    await go(office!, '/jwxt/gly/systemManage/processSetting');
    await office!.getByRole('button', { name: '设置 正考成绩审批' }).click();
    await office!.getByRole('button', { name: '复制为草稿' }).click();
    await office!.getByRole('button', { name: '检查', exact: true }).click();
    await office!.getByText('检查通过：每个节点在可能用到的单位都有审批人').waitFor();
  });

  it('4. the office sets the time, and the classes get their sheets', async () => {
    const page = at('9001');
    await openResource(page, 'scoreTermControl');
    await page.getByRole('button', { name: '新增', exact: true }).first().click();
    const form = page.getByRole('dialog', { name: '新增成绩学期控制' });
    await chooseFifteenth(page, form, '录入开始', '前一页');
    await chooseFifteenth(page, form, '录入截止', '后一页');
    await form.getByRole('button', { name: '确定' }).click();
    await form.waitFor({ state: 'detached' });

    await initialise(page, 2);
    await go(page, '/jwxt/gly/systemManage/schoolSetup');
    await expect.poll(() => page.locator('li[data-state="blocked"]').count(), soon).toBe(0);
  });

  it('5. who changes class during entry stands apart there, and is on the sheet of the new class', async () => {
    const teacher = at('1001');
    await openEntry(teacher, '程序设计基础1班');
    await teacher.locator('[data-cell]:visible').first().click();
    // Three of eight fail: that many, the chain asks the office too.
    await paste(teacher, students.map((_, index) => (index < 5 ? '90\t80' : '50\t40')).join('\n'));
    await allSaved(teacher);

    const { number, name } = students[4]!;
    const admin = at('admin');
    await openResource(admin, 'teachingClassStudent');
    await admin.locator('#search-teachingClassStudent-teachingClassId').fill('程序设计基础1班');
    await admin.getByRole('option', { name: /程序设计基础1班/ }).click();
    await admin.getByRole('button', { name: '查询', exact: true }).click();
    await rowWith(admin, 'CS1001-01', name).getByRole('button', { name: '删除', exact: true }).click();
    await admin.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click();
    await expect.poll(() => rowWith(admin, 'CS1001-01', name).count(), soon).toBe(0);
    await bringIn(admin, secondClass(number));
    await initialise(at('9001'), 1);

    await teacher.reload();
    const apart = teacher.getByRole('note').filter({ hasText: '1 名学生已退出教学班名单' });
    await expect.poll(() => apart.innerText(), soon).toMatch(new RegExp(`${String(number)} ${name}：.*90.*80`));
    await expect.poll(() => rowWith(teacher, name).count(), soon).toBe(0);
    await openEntry(teacher, '程序设计基础2班');
    await expect.poll(() => rowWith(teacher, name).count(), soon).toBe(1);
    expect(await rowWith(teacher, students[0]!.name).count()).toBe(0);
  });

  it('6. the teacher hands in, the unit and the office pass it, the student sees the score', async () => {
    const teacher = at('1001');
    await openEntry(teacher, '程序设计基础1班');
    await submitSheet(teacher);
    for (const userName of ['1002', '9002']) {
      const page = at(userName);
      await openApprovals(page, url);
      await rowWith(page, '程序设计基础').getByRole('button', { name: '审批', exact: true }).click();
      await decisionForm(page).waitFor();
      await decide(page, { result: '通过', opinion: '同意' });
      await told(page, '审核成功');
    }
    // The office opens the scores of the semester to the students.
    const office = at('9001');
    await openResource(office, 'scoreQueryControl');
    await office.getByRole('button', { name: '新增', exact: true }).first().click();
    const form = office.getByRole('dialog', { name: '新增成绩查询控制' });
    await chooseFifteenth(office, form, '开放时间', '前一页');
    await form.getByRole('button', { name: '确定' }).click();
    await form.waitFor({ state: 'detached' });
    await seesScore(at('2026001'));
  });

  it('7. the next semester begins: settings taken over, no classes yet, the old score still there', async () => {
    const office = at('9001');
    await openResource(office, 'semester');
    await office.getByRole('button', { name: '新增', exact: true }).first().click();
    const form = office.getByRole('dialog', { name: '新增学年学期' });
    await form.locator('#resource-semester-xnxq').fill(semesters.next.key);
    await form.locator('#resource-semester-ksrq').fill(dayText(semesters.next.begin));
    await form.locator('#resource-semester-jsrq').fill(dayText(semesters.next.end));
    await form.locator('#resource-semester-zs').fill(String(semesters.next.weeks));
    await form.getByRole('button', { name: '确定' }).click();
    await form.waitFor({ state: 'detached' });
    await rowWith(office, semesters.next.key).getByRole('button', { name: '准备' }).click();
    await office.getByRole('dialog', { name: /^准备/ }).getByRole('button', { name: '复制设置' }).click();
    await told(office, '成绩学期控制 1 条');
    await rowWith(office, semesters.next.key).getByRole('button', { name: '设为当前' }).click();
    await turnIn(office);
    await rowWith(office, semesters.next.key).getByText('当前', { exact: true }).waitFor();

    const teacher = at('1001');
    await go(teacher, '/jwxt/gly/scoreManage/entry');
    await teacher.getByText('共 0 个教学班').waitFor();
    await go(teacher, `/jwxt/gly/scoreManage/entry?semesterId=${semesters.now.key}`);
    await rowWith(teacher, '程序设计基础1班').getByRole('link', { name: '查看', exact: true }).waitFor();
    await expect
      .poll(
        () => rowWith(teacher, '程序设计基础1班').getByRole('link', { name: '录入成绩', exact: true }).count(),
        soon,
      )
      .toBe(0);
    await seesScore(at('2026001'));
  });
});

const dayText = (day: Date): string => day.toISOString().slice(0, 10);

/** The student's page has the published score: 40 % of 90 and 60 % of 80. */
async function seesScore(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await go(page, '/jwxt/xs');
      await page.getByText('已获学分').waitFor();
      return await rowWith(page.getByRole('table', { name: '我的成绩' })).allInnerTexts();
    }, soon)
    .toEqual([expect.stringMatching(/程序设计基础[\s\S]*84[\s\S]*通过/)]);
}
