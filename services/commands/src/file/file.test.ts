import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RECOGNITION_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import { bindingFiles } from '../kernel/attached-files.ts';
import { refuse } from '../kernel/refusal.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { person } from '../testing/person.ts';

let t: TestApp;
beforeAll(async () => { t = await startTestApp({ policies: [] }); });
afterAll(() => t.stop());

const file = (businessId: string, more: object = {}) => ({ relationalId: randomUUID(), fileUid: 'u', name: 'a.pdf', fileSize: 4, fileType: 'pdf', businessTable: RECOGNITION_FILES, businessId, digest: 'a'.repeat(64), ...more });
const actor = person('clerk1');
const attach = (payload: object, more: object = {}) => t.send('file.record', payload, { actor, ...more });
const kept = async (businessId: string) => (await t.app.services.pool.query<{ kept: boolean }>('select kept from base.file_resource where business_id = $1', [businessId])).rows.map((row) => row.kept);

it('a file is attached once, whatever is repeated', async () => {
  const [payload, commandId] = [file('one'), randomUUID()];
  for (const _again of [1, 2]) expect(await attach(payload, { commandId })).toMatchObject({ status: 'accepted', result: { relationalId: payload.relationalId } });
  expect(await kept('one')).toEqual([false]);
  expect(await attach({ ...payload, name: 'b.pdf' }, { commandId })).toMatchObject({ code: 'COMMAND_REUSED' });
});

it('thirty files at most, of tables that have attachments', async () => {
  for (let index = 0; index < 30; index += 1) expect(await attach(file('many'))).toMatchObject({ status: 'accepted' });
  expect(await attach(file('many'))).toMatchObject({ code: 'FILE_TOO_MANY', message: '每项业务最多上传30个附件' });
  expect(await attach(file('many', { businessTable: 'T_XTGL_YHB' }))).toMatchObject({ code: 'FILE_TABLE_UNKNOWN' });
});

it('while a submission binds the files nothing is added or taken away; what it was given is kept when it is accepted', async () => {
  const { pool } = t.app.services;
  const owner = { businessTable: RECOGNITION_FILES, businessId: 'bound', uploader: 'clerk1' };
  const payload = file('bound');
  await attach(payload);
  expect(await bindingFiles(pool, owner, () => Promise.resolve(refuse('CONCURRENT_CHANGE')))).toMatchObject({ refused: { code: 'CONCURRENT_CHANGE' } });
  expect(await kept('bound')).toEqual([false]);
  const files = await bindingFiles(pool, owner, async (given) => {
    expect(await attach(file('bound'))).toMatchObject({ code: 'FILE_LOCKED' });
    expect(await t.send('file.remove', { relationalIds: [payload.relationalId] }, { actor })).toMatchObject({ code: 'FILE_LOCKED' });
    return given;
  });
  expect(files).toEqual([{ relationalId: payload.relationalId, name: 'a.pdf', fileSize: 4, digest: 'a'.repeat(64) }]);
  expect(await kept('bound')).toEqual([true]);
  expect(await attach(file('bound'))).toMatchObject({ status: 'accepted' });
});

it('a seal that its process left behind ends after a minute', async () => {
  const seal = (age: string) => t.app.services.pool.query(`insert into base.file_seal values ($1, 'left', now() - $2::interval) on conflict (business_table, business_id) do update set sealed_at = excluded.sealed_at`, [RECOGNITION_FILES, age]);
  await seal('50 seconds');
  expect(await attach(file('left'))).toMatchObject({ code: 'FILE_LOCKED' });
  await seal('61 seconds');
  expect(await attach(file('left'))).toMatchObject({ status: 'accepted' });
});
