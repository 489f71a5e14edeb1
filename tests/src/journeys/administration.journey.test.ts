import { queryApprovals } from '@jwxt/contracts/approval/approval.operations.ts';
import { entryClasses } from '@jwxt/contracts/score/score-entry.operations.ts';
import { readModelQuery, readModelRebuild } from '@jwxt/contracts/system/system.operations.ts';
import { randomUUID } from 'node:crypto';
import { pause } from '@jwxt/infra/runtime/backoff.ts';
import { createPool } from '@jwxt/infra/runtime/postgres.ts';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInToApi, type ApiSession } from '../testing/api-session.ts';
import { closeWindows, givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { environmentOf } from '../testing/product.ts';
import { openFromMenu, openWindows, soon, told } from './people.ts';

const product = await givenProduct();
let browser: Browser;
let admin: ApiSession;

beforeAll(async () => {
  [browser, admin] = await Promise.all([givenBrowser(), signInToApi(product.url, 'admin')]);
});
afterAll(leaveBrowser);

/** Rebuilds of a small university take a moment; of a large one, minutes. */
const rebuilt = { timeout: 60_000, interval: 100 };

/**
 * Asks again and again what a teacher and an approver see, until told to stop; answers every count that they were
 * given.
 */
function watch(sessions: { teacher: ApiSession; approver: ApiSession }): {
  stop: () => Promise<{ classes: number[]; applications: number[] }>;
} {
  let going = true;
  const ask = async (question: () => Promise<number>): Promise<number[]> => {
    const answers: number[] = [];
    while (going) {
      answers.push(await question());
      await pause(100);
    }
    return answers;
  };
  const classes = ask(async () => (await sessions.teacher.call(entryClasses, { pageSize: 40 })).total);
  const applications = ask(
    async () => (await sessions.approver.call(queryApprovals, { type: '0', timeScopeValue: '0' })).total,
  );
  return {
    async stop() {
      going = false;
      return { classes: await classes, applications: await applications };
    },
  };
}

/**
 * A small university is rebuilt in a moment. Holds every stretch of a build until the work is done, so that people can
 * see it.
 */
async function slowly(work: () => Promise<void>): Promise<void> {
  const db = createPool((await environmentOf(product))['DATABASE_URL']!, { name: 'slow builds', max: 1 });
  try {
    await db.query(`create table projection.held_builds as select 1 as held;
      create or replace function projection.slow_build() returns trigger language plpgsql as $$ begin
        while new.status = 'building' and new.events_handled > old.events_handled
          and exists (select from projection.held_builds) loop perform pg_sleep(0.05); end loop;
        return new;
      end $$;
      create or replace trigger slow_build before update on projection.read_model
        for each row execute function projection.slow_build()`);
    await work();
  } finally {
    await db.query('delete from projection.held_builds');
    await db.query('drop function projection.slow_build() cascade; drop table projection.held_builds');
    await db.end();
  }
}

/** The read model's row on the page. */
const rowOf = (page: Page, name: string) => page.locator(`tr[data-key="${name}"]`);

/** Names of the read models that are being rebuilt, or have yet to serve. */
const notServing = async () =>
  (await admin.call(readModelQuery, {})).list
    .filter((model) => model.rebuild !== null || model.status !== 'serving')
    .map((model) => model.name);

describe('administering in a browser', () => {
  it('rebuilds one read model and all of them, with progress, while everybody goes on working', async () => {
    const [teacher, approver] = await Promise.all([
      signInToApi(product.url, 'teacher1'),
      signInToApi(product.url, 'registrar1'),
    ]);
    const [page] = await openWindows(browser, product.url, 'admin');
    await openFromMenu(page, product.url, 'systemManage', '系统运行', '读模型管理');
    const { list } = await admin.call(readModelQuery, {});
    for (const model of list) await expect.poll(() => rowOf(page, model.name).innerText(), soon).toContain(model.title);
    const watched = watch({ teacher, approver });

    // One: asked for and confirmed; its state says so until it is through.
    const { name, title } = list.find((model) => model.name === 'approval-list')!;
    await rowOf(page, name).getByRole('button', { name: '重建' }).click();
    const question = page.getByRole('dialog', { name: '提示' });
    await expect.poll(() => question.innerText(), soon).toContain(`确定重建“${title}”吗？`);
    await question.getByRole('button', { name: '重建' }).click();
    await told(page, '已开始重建');
    await expect
      .poll(async () => (await admin.call(readModelQuery, {})).list.find((model) => model.name === name)!, rebuilt)
      .toMatchObject({ rebuild: null, status: 'serving' });

    // All at once, with the progress of each.
    await slowly(async () => {
      await page.getByRole('button', { name: '全部重建' }).click();
      await question.getByRole('button', { name: '重建' }).click();
      const progress = page.getByRole('region', { name: /^正在重建 \d+ 个读模型/ });
      await progress.getByRole('progressbar').waitFor();
      await expect
        .poll(() => progress.innerText(), soon)
        .toMatch(/admin于[\s\S]*\d+%[\s\S]*已处理[\s\S]*事件[\s\S]*速度[\s\S]*剩余/);
    });
    await expect.poll(notServing, rebuilt).toEqual([]);
    await page.getByRole('progressbar').first().waitFor({ state: 'detached' });
    // Rows are counted by the database, and show as soon as they are there.
    const filled = (models: typeof list) => models.filter((model) => model.rowCount > 0).map((model) => model.name);
    expect(filled((await admin.call(readModelQuery, {})).list)).toEqual(expect.arrayContaining(filled(list)));

    // Nobody was ever shown less.
    const { classes, applications } = await watched.stop();
    expect(classes.length).toBeGreaterThan(2);
    expect([new Set(classes).size, new Set(applications).size]).toEqual([1, 1]);
    expect(Math.min(...classes, ...applications)).toBeGreaterThan(0);
    await closeWindows(page);
  });

  it('stops a rebuild that runs, of one read model or of all, and the version in use goes on', async () => {
    const [page] = await openWindows(browser, product.url, 'admin');
    await page.goto(`${product.url}/jwxt/gly/systemManage/readModels`);
    const { list } = await admin.call(readModelQuery, {});
    const question = page.getByRole('dialog', { name: '提示' });
    const stop = async (what: Locator): Promise<void> => {
      await slowly(async () => {
        await page.getByRole('button', { name: '全部重建' }).click();
        await question.getByRole('button', { name: '重建' }).click();
        await told(page, '已开始重建');
        await what.click();
        await question.getByRole('button', { name: '取消重建' }).click();
        await told(page, '已取消重建');
      });
      await expect.poll(notServing, rebuilt).toEqual([]);
    };
    await stop(rowOf(page, 'score-sheet').getByRole('button', { name: '取消' }));
    await rowOf(page, 'score-sheet').getByText('服务中').waitFor();
    // The page has yet to hear that the others are through: all are rebuilt all the same.
    await stop(page.getByRole('button', { name: '全部取消' }));
    const after = await admin.call(readModelQuery, {});
    expect(after.list.map((model) => model.name)).toEqual(list.map((model) => model.name));
    await closeWindows(page);
  });

  it('charts by department, course, class and semester, each with its table', async () => {
    const [page] = await openWindows(browser, product.url, 'registrar1');
    await openFromMenu(page, product.url, 'scoreManage', '统计分析', '成绩统计');
    for (const [choice, group] of [
      ['按单位', '单位'],
      ['按课程', '课程'],
      ['按班级', '班级'],
      ['按学期', '学期'],
    ] as const) {
      await page.getByRole('radiogroup', { name: '分组' }).getByText(choice, { exact: true }).click();
      await page.getByText(`各${group}及格率`, { exact: true }).waitFor();
      await page.getByRole('img', { name: '及格率' }).locator('svg path').first().waitFor({ state: 'attached' });
      await page.getByRole('button', { name: `各${group}及格率：看表` }).click();
      const table = page.getByRole('table', { name: `各${group}及格率` });
      await expect.poll(() => table.getByRole('columnheader').first().innerText(), soon).toBe(group);
      await expect.poll(() => table.getByRole('row').count(), soon).toBeGreaterThan(1);
      await page.getByRole('button', { name: `各${group}及格率：看图` }).click();
    }
    for (const name of ['总评分布', '审批用时', '录入进度'])
      await page.getByRole('img', { name }).locator('svg path').first().waitFor({ state: 'attached' });
    await closeWindows(page);
  });

  it('without a line, says so instead of showing figures of another grouping, and goes on if asked again', async () => {
    const [page] = await openWindows(browser, product.url, 'admin');
    await page.goto(`${product.url}/jwxt/gly/systemManage/readModels`);
    await page.getByRole('table', { name: '读模型' }).waitFor();
    // Between two looks: one that is under way when the line goes may hang until its time is over.
    await page.waitForResponse((response) => response.url().includes(readModelQuery.path));
    await page.context().setOffline(true);
    await page.getByText('刷新失败，显示的是上次的结果').waitFor();
    await page.context().setOffline(false);
    await page.getByText('刷新失败，显示的是上次的结果').waitFor({ state: 'detached' });

    // A page that was never opened waits for its code.
    await page.context().setOffline(true);
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '缓存管理' }).click();
    await page.getByText('网络已断开').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: '缓存管理' }).waitFor();

    await page.goto(`${product.url}/jwxt/gly/scoreManage/analysis`);
    await page.getByRole('img', { name: '及格率' }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('radiogroup', { name: '分组' }).getByText('按课程').click();
    await page.getByText('网络连接失败，请检查网络后重试').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: '重试' }).click();
    await page.getByRole('heading', { name: '各课程及格率' }).waitFor();
    await page.getByRole('img', { name: '及格率' }).waitFor();
    await closeWindows(page);
  });

  it('PERM-03, SHELL-45, SHELL-64: who lacks a permission gets neither menu, nor page, nor call', async () => {
    const teacher = await signInToApi(product.url, 'teacher1');
    await expect(teacher.call(readModelQuery, {})).rejects.toMatchObject({ status: 403 });
    await expect(
      teacher.call(readModelRebuild, { commandId: randomUUID(), names: ['approval-list'] }),
    ).rejects.toMatchObject({ status: 403 });
    const [page] = await openWindows(browser, product.url, 'teacher1');
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url());
    });
    const menu = page.getByRole('navigation', { name: '主菜单' });
    await openFromMenu(page, product.url, 'scoreManage', '成绩办理', '成绩录入');
    expect(await menu.getByText(/成绩回放|成绩日志|成绩统计/).count()).toBe(0);
    await page.goto(`${product.url}/jwxt/gly/systemManage`);
    await page.getByText('您没有使用“系统管理”的权限', { exact: false }).waitFor();
    expect(await menu.getByText(/系统运行|读模型管理/).count()).toBe(0);
    for (const path of [
      '/jwxt/gly/systemManage/readModels',
      '/jwxt/gly/scoreManage/replay',
      '/jwxt/gly/scoreManage/analysis',
    ]) {
      await page.goto(`${product.url}${path}`);
      await page.getByText(/^您没有使用“.+”的权限$/).waitFor();
    }
    // And on no way was anything asked that had to be refused.
    expect(refused).toEqual([]);
    await closeWindows(page);
  });
});
