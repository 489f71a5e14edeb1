import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { auditScore } from '@jwxt/contracts/audit/audit.operations.ts';
import {
  confirmHistoricalScores,
  revokeHistoricalScore,
} from '@jwxt/contracts/score/historical/historical-score.operations.ts';
import { scoreImport } from '@jwxt/contracts/score/historical/historical-score.resource.ts';
import { scoreCard } from '@jwxt/contracts/score-card/score-card.operations.ts';
import { scoreCancelRecord } from '@jwxt/contracts/student-application/kinds/score-cancel-record.ts';
import { longJobDetail, longJobItems } from '@jwxt/contracts/system/long-job.operations.ts';
import type { Browser } from '../../testing/browser.ts';
import { insertReferenceRows } from '../../testing/reference-rows.ts';
import { startSchool, type School } from '../../testing/school.ts';

const soon = { timeout: 60_000, interval: 50 };
const id = () => crypto.randomUUID();
const studentCode = 'S2026001';
const PAST = '2025-2026-1';
let school: School;
let [office, registrar, clerk] = [] as unknown as Browser[] as [Browser, Browser, Browser];

beforeAll(async () => {
  school = await startSchool({ services: true });
  await insertReferenceRows(school.pool, 'semester', [
    {
      xnxq: PAST,
      xnzj: '2025-2026',
      xqm: '1',
      xnxqmc: '2025-2026学年第一学期',
      ksrq: '2025-09-01',
      jsrq: '2026-01-18',
      zs: 18,
      sfdqxq: '0',
    },
  ]);
  [office, registrar, clerk] = (await Promise.all(
    ['office1', 'registrar1', 'clerk1'].map((name) => school.browser(name)),
  )) as [Browser, Browser, Browser];
});
afterAll(() => school.stop());

const values = (change: object = {}) => ({
  studentCode,
  courseId: 'K1',
  semesterId: PAST,
  examNature: '01',
  scoreValue: '83',
  scoreRemarkCode: '00',
  credit: null,
  sourceNote: '旧教务系统 2025 年导出',
  ...change,
});
const create = (change: object = {}, by: Browser = office) =>
  by.call(scoreImport.operations.create, { commandId: id(), values: values(change) } as never);
const attempts = async () =>
  (await office.get(scoreCard, { studentCode })).semesters
    .flatMap(({ semesterId, rows }) => rows.map((row) => ({ ...row, semesterId })))
    .filter(({ finalName }) => finalName !== '-')
    .map(({ finalName, counts, why, semesterId }) => [semesterId, finalName, counts, why]);
async function confirm(by: Browser, input: { keys?: string[]; semesterId?: string }): Promise<string[]> {
  const { jobId } = await by.get(confirmHistoricalScores, { commandId: id(), ...input });
  await vi.waitFor(async () => expect((await by.get(longJobDetail, { jobId })).status).toBe('2'), soon);
  return (await by.get(longJobItems, { jobId })).list.map(({ message }) => message);
}

// SCORE-MORE-34
describe('scores from before this system', () => {
  let key: string;

  it('are values that the grade systems know, with where they come from', async () => {
    expect(await create({ scoreValue: '不错', sourceNote: '' })).toMatchObject({
      fieldErrors: expect.arrayContaining([expect.objectContaining({ field: 'values.sourceNote' })]),
    });
    expect(await create({ scoreValue: '不错' })).toMatchObject({
      fieldErrors: [{ field: expect.stringMatching(/scoreValue$/) }],
    });
    expect((await create({}, clerk)).code).toBe('FORBIDDEN');
    key = ((await create()) as unknown as { data: { key: string } }).data.key;
    expect(await attempts()).toEqual([]);
  });

  it('count once somebody else has confirmed them, and tell where they come from for ever', async () => {
    const refused = await office.call(confirmHistoricalScores, { commandId: id(), keys: [key] });
    expect(refused.code).toBe('HISTORICAL_NONE');
    expect(await confirm(registrar, { semesterId: PAST })).toEqual(['程序设计基础 83 已入账']);
    await expect.poll(attempts, soon).toEqual([[PAST, '83.00', true, '历史成绩']]);
    const { steps } = await office.get(auditScore, {
      studentCode: '2026001',
      courseCode: 'COMP1001',
    });
    expect(steps.map(({ label, sentence, after }) => [label, sentence, after.finalText])).toEqual([
      [
        '历史成绩',
        expect.stringMatching(
          /^历史成绩入账，张三的程序设计基础记为 83.00，出处：旧教务系统 2025 年导出；.+录入，.+核准$/,
        ),
        '83.00',
      ],
    ]);
  });

  it('stay as they were confirmed, are one for a semester, and are not cancelled like those of sheets', async () => {
    const row = (await office.get(scoreImport.operations.query, {})).rows[0]! as { version: string };
    expect(
      await office.call(scoreImport.operations.update, {
        commandId: id(),
        key,
        version: row.version,
        values: values({ scoreValue: '93' }),
      } as never),
    ).toMatchObject({ message: expect.stringContaining('已入账') });
    expect(await create()).toMatchObject({ fieldErrors: [{ message: expect.stringContaining('已有这门课程') }] });
    const { choices } = await clerk.get(scoreCancelRecord.operations.offer, { studentId: studentCode });
    expect(choices['attemptId']).toMatchObject([{ closed: '请在历史成绩中撤销入账' }]);
  });

  it('are taken back with a reason, wait again, and may be confirmed anew', async () => {
    await registrar.get(revokeHistoricalScore, { commandId: id(), key, reason: '与档案不符' });
    expect(await attempts()).toEqual([]);
    expect((await registrar.call(revokeHistoricalScore, { commandId: id(), key, reason: '再次' })).code).toBe(
      'HISTORICAL_NOT_ENTERED',
    );
    await confirm(registrar, { keys: [key] });
    await expect.poll(attempts, soon).toEqual([[PAST, '83.00', true, '历史成绩']]);
  });
});
