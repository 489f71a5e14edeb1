import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectType } from '@jwxt/contracts/scheme/schema/schema.vocabulary.ts';
import { startTestApp, type TestApp } from '../../testing/commands-app.ts';
import { loadSampleSchool } from '../../testing/all-command-samples.ts';
import { claimPlaces } from './schema-places.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  await loadSampleSchool(t);
});
afterAll(() => t.stop());

const claim = (majorSchemaKey: string) =>
  claimPlaces(t.app.services, {
    majorSchemaKey,
    gradeMajors: [{ gradeMajorId: '2026SE', gradeMajorName: '2026级软件工程' }],
    projectType: projectType.major,
    slot: 'current',
  });
const aged = (majorSchemaKey: string, seconds: number) =>
  t.app.services.pool.query(
    `update base.major_schema_place set claimed_at = claimed_at - make_interval(secs => $2)
      where major_schema_key = $1`,
    [majorSchemaKey, seconds],
  );

it('a place is for one scheme; asked for again it is kept anew, and lapses where no scheme is written', async () => {
  expect(await claim('first')).toBeNull();
  await aged('first', 50);
  expect(await claim('first')).toBeNull();
  await aged('first', 50);
  expect(await claim('second')).toMatchObject({ refused: { code: 'SCHEMA_EXISTS' } });
  await aged('first', 20);
  expect(await claim('second')).toBeNull();
});
