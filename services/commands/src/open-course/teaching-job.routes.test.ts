import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadSampleSchool } from '../testing/all-command-samples.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { openCourseSamples } from '../testing/open-course-samples.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ allowBackdated: true });
  await loadSampleSchool(t);
});
afterAll(() => t.stop());

it('jobs that were handed in within the time are answered so again after it; others are kept', async () => {
  const { prepare } = openCourseSamples['teachingJob.batchCommit']!;
  const { payload, envelope } = await prepare(t, 1);
  const { payload: later } = await prepare(t, 2);
  const sent = { ...envelope, commandId: randomUUID() };
  const first = await t.accept('teachingJob.batchCommit', payload, sent);
  expect(first).toEqual({ done: 1, kept: [] });
  await t.app.services.pool.query(`update base.start_time_set set end_time = now() - interval '1 hour'`);
  expect(await t.accept('teachingJob.batchCommit', payload, sent)).toEqual(first);
  expect(await t.accept('teachingJob.batchCommit', later, envelope)).toMatchObject({
    done: 0,
    kept: [{ message: expect.stringContaining('结束') as string }],
  });
});
