import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scoreTemplates } from '@jwxt/infra/base-data/score-rule.data.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { loadScoreSchool, openWindow, people } from '../testing/score-school.ts';

const wait = { interval: 20 };
const courses = ['K1', 'K2', 'K3', 'K9'];
const semester = '2026-2027-1';
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ policies: [], followLog: false });
  await loadScoreSchool(t);
  for (const courseId of courses) await failedClass(courseId);
});
afterAll(() => t.stop());

const query = async (sql: string, values: unknown[] = []) =>
  (await t.app.services.pool.query<Record<string, unknown>>(sql, values)).rows;

/** A published class of a course in which S1 and S2 failed, as the policy of candidates leaves it. */
async function failedClass(courseId: string): Promise<void> {
  const id = `F${courseId}`;
  const load = (resource: string, rows: object[]) => t.accept('reference.load', { resource, rows });
  await load('teachingClass', [
    {
      teachingClassId: id,
      teachingClassCode: id,
      teachingClassName: id,
      semesterId: semester,
      courseId,
      openDepartmentId: '101',
      xqdm: '1',
      scoreHierarchyCode: 'bfz',
    },
  ]);
  await load('teachingClassTeacher', [{ teachingClassId: id, gh: 'T1', sortNum: 1 }]);
  const items = scoreTemplates[0]!.items.map((item) => ({ ...item, enable: 'true' }));
  await query('insert into base.makeup_source values ($1, $2, $3, $4, 1, $5)', [
    `${id}.1`,
    id,
    semester,
    courseId,
    JSON.stringify({
      items,
      scoreHierarchyCode: 'bfz',
      scoreHierarchyName: '百分制',
      listCode: [],
      digit: 2,
      passMark: 6000,
      ruleVersion: 'ZGF-60',
    }),
  ]);
  for (const code of ['S1', 'S2'])
    await query(`insert into base.makeup_candidate values ($1, $2, $3, '', '00', 4000, '{}')`, [
      `${id}.1.${code}`,
      `${id}.1`,
      code,
    ]);
}
const listed = () =>
  query(
    `select class.course_id as course, count(*)::int as n, count(distinct makeup_course_id)::int as groups
      from base.makeup_student join base.teaching_class class on class.teaching_class_id = makeup_course_id group by 1
      order by 1`,
  );
const start = () =>
  t.accept<{ jobId: string }>(
    'longJob.start',
    {
      kind: 'makeupGenerate',
      title: '补缓考名单生成',
      payload: {
        sourceSemesterId: semester,
        semesterId: semester,
        makeupAndDelayTemplateValue: '0',
        window: openWindow,
      },
      items: courses.map((itemKey) => ({ itemKey, itemName: itemKey })),
    },
    { actor: people.office },
  );
const statusOf = async (jobId: string) =>
  (await query('select status from base.long_job where job_id = $1', [jobId]))[0]?.['status'];
const resultsOf = (jobId: string) =>
  query('select result, message from base.long_job_item where job_id = $1 order by item_no', [jobId]);

it('a service killed making lists: the next goes on, lists nobody twice; a later job finds nothing new', async () => {
  const { jobId } = await start();
  const script = fileURLToPath(new URL('../testing/dies-in-a-generation.ts', import.meta.url));
  const dying = spawn(process.execPath, [script, 'K2'], {
    env: { ...process.env, DATABASE_URL: t.database.url, EVENTSTORE_URL: t.events.url },
    stdio: 'ignore',
  });
  const [, signal] = (await once(dying, 'exit')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
  expect(await statusOf(jobId)).toBe('1');
  expect(await listed()).toContainEqual({ course: 'K2', n: 2, groups: 1 });
  const next = t.another({ followLog: true });
  try {
    await expect.poll(() => statusOf(jobId), wait).toBe('2');
    expect(await listed()).toEqual(courses.map((course) => ({ course, n: 2, groups: 1 })));
    // What was stored before the kill is told as it was done.
    expect(await resultsOf(jobId)).toEqual(
      courses.map(() => ({ result: '1', message: '新增 1 班 2 人（班内补考 2、缓考 0）' })),
    );
    const again = await start();
    await expect.poll(() => statusOf(again.jobId), wait).toBe('2');
    expect(await listed()).toEqual(courses.map((course) => ({ course, n: 2, groups: 1 })));
    expect(await resultsOf(again.jobId)).toEqual(
      courses.map(() => ({ result: '2', message: '没有需要新增的学生；不列入：已在名单中 2 人' })),
    );
  } finally {
    await next.close();
  }
});
