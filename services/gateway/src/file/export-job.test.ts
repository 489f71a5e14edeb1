import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportExamSets } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import {
  cancelExportJob,
  downloadExport,
  queryExportJobs,
  type ExportJobView,
} from '@jwxt/contracts/file/export-job.operations.ts';
import { exportFiles } from '@jwxt/contracts/file/file.operations.ts';
import { API_ROOT } from '@jwxt/contracts/kernel/operation.ts';
import { CSRF_HEADER, csrfToken, encodePassword, PERMISSION_HEADER } from '@jwxt/contracts/kernel/transport.ts';
import { messagesOfSession } from '@jwxt/contracts/notice/system-message.operations.ts';
import { login } from '@jwxt/contracts/session/session.operations.ts';
import { startChild, type Child } from '@jwxt/infra/engines/child.ts';
import { findFreePort } from '@jwxt/infra/engines/free-port.ts';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { createFolderFileStore } from '@jwxt/infra/runtime/folder-file-store.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { Browser } from '../testing/browser.ts';
import { PASSWORD } from '../testing/school.data.ts';
import { startSchool, type School } from '../testing/school.ts';
import { sweepFiles } from './file-sweep.ts';

const wait = { interval: 50 };
const ownClasses = 2_502;

let school: School;
let clerk: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true, exports: { directRows: 1_000 } });
  clerk = await school.browser('clerk1');
  // Unit 101 has many classes, 102 a few.
  await school.pool
    .query(`insert into base.teaching_class (teaching_class_id, teaching_class_code, teaching_class_name, semester_id,
        course_id, open_department_id, xqdm)
    select class.teaching_class_id || '.' || n, class.teaching_class_code || n, class.teaching_class_name || n,
      class.semester_id,
      class.course_id, class.open_department_id, class.xqdm
      from base.teaching_class class, generate_series(1, case class.teaching_class_id when 'TC1' then 2500
        else 3 end) as step (n)
    where class.teaching_class_id in ('TC1', 'TC2')`);
  // What the rows of jobs went through, to be read afterwards.
  await school.pool.query(`create table public.seen (job_id uuid, status text, total int, done int, n bigserial);
    create function public.see() returns trigger language plpgsql as $$ begin
      insert into public.seen (job_id, status, total, done) values (new.job_id, new.status, new.total, new.done);
      return new;
    end $$;
    create trigger seen after insert or update on gateway.export_job for each row execute function public.see()`);
});
afterAll(() => school.stop());

const ask = async (browser: Browser, filter: object = {}) =>
  (await browser.call(exportExamSets, filter)) as unknown as {
    status: number;
    code: string;
    message: string;
    bytes: Buffer;
    data: { exportJob: { jobId: string; total: number } };
  };
const jobOf = async (browser: Browser, jobId: string): Promise<ExportJobView | undefined> =>
  (await browser.get(queryExportJobs, {})).list.find((job) => job.jobId === jobId);
const reaches = async (browser: Browser, jobId: string, status: string): Promise<void> => {
  await expect.poll(async () => (await jobOf(browser, jobId))?.status, wait).toBe(status);
};
const rowsOf = async (bytes: Buffer) => {
  const [head = [], ...rows] = (await readXlsx(bytes)).sheets[0]?.rows ?? [];
  return rows.map((row) => Object.fromEntries(head.map((title, at) => [String(title), row[at]])));
};
/** A job in the queue as the call puts it there, without the call. */
const queued = async (
  userName: string,
  filter: object = {},
  { operation = exportExamSets.id, status = '0', tries = 0 } = {},
): Promise<string> => {
  const { rows } = await school.pool.query<{ id: string }>(
    `insert into gateway.export_job (job_id, operation, input, title, user_name, login_way, total, created_at, status,
        tries, lease_until)
     values (gen_random_uuid(), $3, $1, '考试设置', $2, '1', 5, now(), $4, $5, now()) returning job_id as id`,
    [JSON.stringify(filter), userName, operation, status, tries],
  );
  return rows[0]!.id;
};
const rowOf = async (jobId: string) =>
  (
    await school.pool.query<{ status: string; maker: string | null; tries: number; failure: string | null }>(
      'select status, maker, tries, failure from gateway.export_job where job_id = $1',
      [jobId],
    )
  ).rows[0]!;
const messagesOf = async (jobId: string) =>
  (
    await school.pool.query<{ title: string; content: string; link: string; user_name: string }>(
      `select message.title, message.content, message.link, audience.user_name from base.system_message_entity message
        join base.system_message_audience audience using (system_message_entity_id)
          where message.system_message_entity_id = $1`,
      [`export.${jobId}`],
    )
  ).rows;

/** While it works, nobody can read the classes: exports are under way and come to no end. */
async function holdingClasses<T>(work: () => Promise<T>): Promise<T> {
  const client: PoolClient = await school.pool.connect();
  try {
    await client.query('begin; lock table base.teaching_class in access exclusive mode');
    return await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}
/** Statements of exports that the database has under way. */
const underWay = async (): Promise<number> =>
  (
    await school.pool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where application_name = 'gateway exports' and state <> 'idle'`,
    )
  ).rows[0]?.n ?? -1;

/** While it works, the maker of this gateway is busy with the office's export of files. */
async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
  const client: PoolClient = await school.pool.connect();
  try {
    await client.query('begin; lock table base.file_resource in access exclusive mode');
    const busy = await queued('office1', {}, { operation: exportFiles.id });
    await expect.poll(async () => (await rowOf(busy)).status, wait).toBe('1');
    return await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}
/** A gateway in a process of its own, on the same database. */
const anotherGateway = async (): Promise<Child> =>
  startChild({
    script: resolve(projectRoot, 'services/gateway/src/main.ts'),
    env: { ...process.env, ...school.environment, LOG_LEVEL: 'warn', PORT: String(await findFreePort()) },
    dieWithParent: true,
  });

describe('an export with many rows', () => {
  it('is a download if short, else a job that shows progress, is announced, has what the person may see', async () => {
    expect(await ask(clerk, { teachingClassName: '计算机1班77' })).toMatchObject({ status: 200 });
    const asked = await ask(clerk);
    const { jobId } = asked.data.exportJob;
    expect(asked).toMatchObject({
      status: 202,
      code: '200',
      message: `数据较多，共 ${ownClasses} 行，已转为导出任务，生成后会通知您`,
      data: { exportJob: { total: ownClasses } },
    });
    await reaches(clerk, jobId, '2');
    expect(await jobOf(clerk, jobId)).toMatchObject({
      title: '教学班与考试设置',
      statusName: '已完成',
      total: ownClasses,
      done: ownClasses,
      failure: null,
      cancellable: '0',
      bytes: expect.any(Number) as number,
    });
    const { rows: seen } = await school.pool.query<{ status: string; total: number; done: number }>(
      'select status, total, done from public.seen where job_id = $1 order by n',
      [jobId],
    );
    expect(seen.some(({ status, done, total }) => status === '1' && done > 0 && done < total)).toBe(true);
    expect(seen.map(({ done }) => done)).toEqual(seen.map(({ done }) => done).toSorted((one, other) => one - other));
    await expect
      .poll(() => messagesOf(jobId), wait)
      .toEqual([
        {
          title: '“教学班与考试设置”已导出',
          content: `您导出的“教学班与考试设置”共 ${ownClasses} 行，文件已生成，请在 7 天内下载。`,
          link: '/jwxt/gly/newHome/components/exportJob',
          user_name: 'clerk1',
        },
      ]);
    expect(JSON.stringify(await clerk.get(messagesOfSession, {}))).toContain('“教学班与考试设置”已导出');
    const file = await clerk.call(downloadExport, { jobId });
    expect(decodeURIComponent(String(file.headers['content-disposition']))).toContain('教学班与考试设置.xlsx');
    const rows = await rowsOf(file.bytes);
    for (const folder of ['incoming', 'making'])
      expect(await readdir(join(school.filesRoot, folder)), folder).toEqual([]);
    expect(new Set(rows.map((row) => row['教学班'])).size).toBe(ownClasses);
    expect(new Set(rows.map((row) => row['开课单位']))).toEqual(new Set(['计算机学院']));
  });

  it('is nobody else’s: not seen, not fetched, not cancelled', async () => {
    const [job] = (await clerk.get(queryExportJobs, {})).list;
    for (const name of ['office1', 'admin', 'clerk2']) {
      const stranger = await school.browser(name);
      expect((await stranger.get(queryExportJobs, {})).list, name).toEqual([]);
      expect(await stranger.call(downloadExport, { jobId: job!.jobId })).toMatchObject({ status: 404 });
      expect(await stranger.call(cancelExportJob, { jobId: job!.jobId })).toMatchObject({ status: 404 });
    }
  });

  it('ends when cancelled, also within a statement; asked for twice it is one job; three may be open', async () => {
    await holdingClasses(async () => {
      const running = await queued('clerk1');
      await expect.poll(underWay, wait).toBe(1);
      expect(await clerk.call(downloadExport, { jobId: running })).toMatchObject({
        status: 409,
        code: 'EXPORT_NOT_READY',
      });
      const waiting = await queued('clerk1', { course: '程序' });
      await clerk.get(cancelExportJob, { jobId: waiting });
      expect(await jobOf(clerk, waiting)).toMatchObject({ status: '5', statusName: '已取消', cancellable: '0' });
      await clerk.get(cancelExportJob, { jobId: running });
      await reaches(clerk, running, '5');
      await expect.poll(underWay, wait).toBe(0);
      expect(await messagesOf(running)).toEqual([]);
    });
    const [first, again, second, third, tooMany] = await whileBusy(async () => [
      await ask(clerk),
      await ask(clerk),
      await ask(clerk, { course: '程序' }),
      await ask(clerk, { course: 'COMP' }),
      await ask(clerk, { teachingClassName: '计算机' }),
    ]);
    expect(again?.data.exportJob.jobId).toBe(first?.data.exportJob.jobId);
    expect(new Set([first, second, third].map((each) => each?.data.exportJob.jobId)).size).toBe(3);
    expect(tooMany).toMatchObject({
      status: 429,
      code: 'EXPORT_TOO_MANY',
      message: '您已有 3 个导出任务没有完成，请等其中一个完成或取消后再试',
    });
    for (const each of [first, second, third]) await reaches(clerk, each.data.exportJob.jobId, '2');
  });

  it('fails, and says so, when the person may not make it any more by then', async () => {
    const jobId = await whileBusy(async () => {
      const asked = await queued('clerk1', { course: '数据' });
      await school.pool.query(`delete from base.user_role where user_name = 'clerk1'`);
      return asked;
    });
    await expect.poll(async () => (await rowOf(jobId)).status, wait).toBe('4');
    expect(await rowOf(jobId)).toMatchObject({ failure: '您已没有该项导出的权限' });
    await expect
      .poll(() => messagesOf(jobId), wait)
      .toMatchObject([{ title: '“考试设置”导出失败', user_name: 'clerk1' }]);
    const finished = (await clerk.get(queryExportJobs, {})).list.find(({ status }) => status === '2');
    expect(await clerk.call(downloadExport, { jobId: finished!.jobId })).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
    await school.pool.query(`insert into base.user_role (user_name, jsbh) values ('clerk1', '03')`);
    await expect
      .poll(async () => (await clerk.call(downloadExport, { jobId: finished!.jobId })).status, wait)
      .toBe(200);
  });

  it('is made by another gateway if its own has died, given back by one that stops, given up after three', async () => {
    const jobId = await whileBusy(() =>
      holdingClasses(async () => {
        const taken = async (child: Child): Promise<void> => {
          await expect.poll(async () => (await rowOf(asked)).status, wait).toBe('1');
          expect(child.running).toBe(true);
        };
        const asked = await queued('clerk1');
        const stopping = await anotherGateway();
        await taken(stopping);
        await stopping.stop(20_000);
        expect(await rowOf(asked)).toMatchObject({ status: '0', maker: null });
        const dying = await anotherGateway();
        await taken(dying);
        await dying.kill();
        expect(await rowOf(asked)).toMatchObject({ status: '1', tries: 1 });
        return asked;
      }),
    );
    // Half a minute later nobody has heard of its maker.
    await school.pool.query('update gateway.export_job set lease_until = now() where job_id = $1', [jobId]);
    await reaches(clerk, jobId, '2');
    expect(await rowOf(jobId)).toMatchObject({ tries: 2 });
    expect(await rowsOf((await clerk.call(downloadExport, { jobId })).bytes)).toHaveLength(ownClasses);
    const lost = await queued('clerk1', { course: '数据' }, { status: '1', tries: 3 });
    await reaches(clerk, lost, '4');
    expect(await rowOf(lost)).toMatchObject({ failure: '生成时服务多次中断，请重新导出' });
    // Two more gateways start, one after the other: on a busy machine that alone takes a minute.
  }, 240_000);

  it('is not made for a caller who has gone', async () => {
    const address = await school.app.listen({ port: 0 });
    const browser = await school.browser();
    const { data } = await browser.call(login, { userName: 'clerk1', token: encodePassword(PASSWORD) });
    await holdingClasses(async () => {
      const leaving = new AbortController();
      const stamp = Math.floor(Date.now() / 1000);
      const asked = fetch(`${address}${API_ROOT}${exportExamSets.path}?_t=${stamp}`, {
        signal: leaving.signal,
        headers: {
          cookie: browser.cookieHeader,
          [PERMISSION_HEADER]: 'examSet:exportExcel',
          [CSRF_HEADER]: csrfToken(stamp, (data as { csrfSecret: string }).csrfSecret),
        },
      });
      await expect.poll(underWay, wait).toBe(1);
      leaving.abort();
      await expect(asked).rejects.toThrow('aborted');
      await expect.poll(underWay, wait).toBe(0);
    });
  });

  it('has a file for seven days, which nothing sweeps before', async () => {
    const {
      rows: [job],
    } = await school.pool.query<{ id: string }>(
      `select job_id as id from gateway.export_job where user_name = 'clerk1' and status = '2' limit 1`,
    );
    const dayMs = 86_400_000;
    const sweepIn = (days: number) =>
      sweepFiles({
        files: createFolderFileStore(school.filesRoot),
        db: school.pool,
        clock: () => new Date(Date.now() + days * dayMs),
      });
    expect((await sweepIn(6)).orphans).toBe(0);
    expect((await clerk.call(downloadExport, { jobId: job!.id })).status).toBe(200);
    school.advanceClock(8 * dayMs);
    const later = await school.browser('clerk1');
    expect(await later.call(downloadExport, { jobId: job!.id })).toMatchObject({ status: 410, code: 'EXPORT_EXPIRED' });
    expect((await later.get(queryExportJobs, {})).list).toEqual([]);
    await school.pool.query(`update gateway.export_job set expires_at = expires_at - interval '8 days'`);
    expect((await sweepIn(8)).orphans).toBeGreaterThan(0);
  });
});
