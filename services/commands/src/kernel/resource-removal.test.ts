import { scoreTemplate } from '@jwxt/contracts/score-setting/score-template.resource.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { loadScoreSchool, people } from '../testing/score-school.ts';
import { settingSamples } from '../testing/setting-samples.ts';

/*
 * Rows that others refer to by a foreign key of the tables alone: no `uses` of the resource names them.
 */

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  await loadScoreSchool(t);
  await t.app.services.pool.query(
    'create table base.template_note (template text not null references base.score_template (score_template_id))',
  );
});
afterAll(() => t.stop());

const { commands } = scoreTemplate;
const as = { actor: people.office };

async function newTemplate(n: number): Promise<string> {
  const { payload } = await settingSamples[commands.create.name]!.prepare(t, n);
  return (await t.accept<{ key: string }>(commands.create.name, payload, as)).key;
}

/** Those of these templates that are stored. */
async function stored(...keys: string[]): Promise<string[]> {
  const { rows } = await t.app.services.pool.query<{ key: string }>(
    'select score_template_id as key from base.score_template where score_template_id = any($1)',
    [keys],
  );
  return rows.map(({ key }) => key);
}

test('a row that others refer to is not removed; of several, the others are (C3)', async () => {
  const [used, free] = [await newTemplate(901), await newTemplate(902)];
  await t.app.services.pool.query('insert into base.template_note values ($1)', [used]);
  expect(await t.send(commands.delete.name, { key: used }, as)).toMatchObject({
    status: 'refused',
    code: 'RESOURCE_IN_USE',
    message: '“模板901”正在使用：其他数据，不能删除',
  });
  expect(await t.accept(commands.batchDelete.name, { keys: [used, free] }, as)).toEqual({
    deleted: 1,
    kept: [{ key: used, message: '“模板901”正在使用：其他数据，不能删除' }],
  });
  expect(await stored(used, free)).toEqual([used]);
  await t.app.services.pool.query('delete from base.template_note');
  await t.accept(commands.delete.name, { key: used }, as);
  expect(await stored(used)).toEqual([]);
});
