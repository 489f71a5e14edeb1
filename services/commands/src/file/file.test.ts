import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RECOGNITION_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import { bindingFiles } from './shared/attached-files.ts';
import { refuse } from '../kernel/refusal.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { person } from '../testing/person.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ policies: [] });
});
afterAll(() => t.stop());

const file = (businessId: string, more: object = {}) => ({
  relationalId: randomUUID(),
  fileUid: 'u',
  name: 'a.pdf',
  fileSize: 4,
  fileType: 'pdf',
  businessTable: RECOGNITION_FILES,
  businessId,
  digest: 'a'.repeat(64),
  ...more,
});
const actor = person('clerk1');
const attach = (payload: object, more: object = {}) => t.send('file.record', payload, { actor, ...more });
const kept = async (businessId: string) =>
  (
    await t.app.services.pool.query<{ kept: boolean }>('select kept from base.file_resource where business_id = $1', [
      businessId,
    ])
  ).rows.map((row) => row.kept);

it('a file is attached once, whatever is repeated', async () => {
  const [payload, commandId] = [file('one'), randomUUID()];
  for (const _again of [1, 2])
    expect(await attach(payload, { commandId })).toMatchObject({
      status: 'accepted',
      result: { relationalId: payload.relationalId },
    });
  expect(await kept('one')).toEqual([false]);
  expect(await attach({ ...payload, name: 'b.pdf' }, { commandId })).toMatchObject({ code: 'COMMAND_REUSED' });
});

it('thirty files at most, of tables that have attachments', async () => {
  for (let index = 0; index < 30; index += 1) expect(await attach(file('many'))).toMatchObject({ status: 'accepted' });
  expect(await attach(file('many'))).toMatchObject({ code: 'FILE_TOO_MANY', message: '每项业务最多上传 30 个附件' });
  expect(await attach(file('many', { businessTable: 'T_XTGL_YHB' }))).toMatchObject({ code: 'FILE_TABLE_UNKNOWN' });
});

it('while a submission binds the files none is added or removed; what it was given is kept once accepted', async () => {
  const { pool } = t.app.services;
  const owner = { businessTable: RECOGNITION_FILES, businessId: 'bound', uploader: 'clerk1' };
  const payload = file('bound');
  await attach(payload);
  expect(await bindingFiles(pool, owner, () => Promise.resolve(refuse('CONCURRENT_CHANGE')))).toMatchObject({
    refused: { code: 'CONCURRENT_CHANGE' },
  });
  expect(await kept('bound')).toEqual([false]);
  const files = await bindingFiles(pool, owner, async (given) => {
    expect(await attach(file('bound'))).toMatchObject({ code: 'FILE_LOCKED' });
    expect(await t.send('file.remove', { relationalIds: [payload.relationalId] }, { actor })).toMatchObject({
      code: 'FILE_LOCKED',
    });
    return given;
  });
  expect(files).toEqual([{ relationalId: payload.relationalId, name: 'a.pdf', fileSize: 4, digest: 'a'.repeat(64) }]);
  expect(await kept('bound')).toEqual([true]);
  expect(await attach(file('bound'))).toMatchObject({ status: 'accepted' });
});

it('a seal that its process left behind ends after a minute', async () => {
  const seal = (age: string) =>
    t.app.services.pool.query(
      `insert into base.file_seal values ($1, 'left', now() - $2::interval) on conflict (business_table, business_id)
        do update set sealed_at = excluded.sealed_at`,
      [RECOGNITION_FILES, age],
    );
  await seal('50 seconds');
  expect(await attach(file('left'))).toMatchObject({ code: 'FILE_LOCKED' });
  await seal('61 seconds');
  expect(await attach(file('left'))).toMatchObject({ status: 'accepted' });
});

describe('what a person may upload in a day', () => {
  const MB = 1024 * 1024;
  const quota = (files: string, megabytes: string) =>
    t.app.services.pool.query(
      `insert into base.parameter (param_code, para_name, para_value) values ('FJ_MRGS', '', $1), ('FJ_MRDX', '', $2)
        on conflict (param_code) do update set para_value = excluded.para_value`,
      [files, megabytes],
    );
  afterEach(() => quota('200', '500'));
  const ask = (
    payload: ReturnType<typeof file>,
    person_: string,
    underWay: { relationalId: string; fileSize: number }[] = [],
  ) => {
    const { relationalId, name, fileSize, businessTable, businessId } = payload;
    return t.send(
      'file.mayAttach',
      { relationalId, name, fileSize, businessTable, businessId, underWay },
      { actor: person(person_) },
    );
  };

  it('is asked before the bytes are taken, by the same rules as when they are there, and changes nothing', async () => {
    const rows = async () =>
      (await t.app.services.pool.query<{ count: number }>('select count(*)::int as count from base.file_resource'))
        .rows[0]?.count;
    const before = await rows();
    expect(await ask(file('asked'), 'clerk3')).toMatchObject({ status: 'accepted', position: null });
    expect(await ask(file('many'), 'clerk1')).toMatchObject({ code: 'FILE_TOO_MANY' });
    expect(await ask(file('many'), 'clerk3')).toMatchObject({ code: 'FILE_READ_ONLY' });
    expect(await ask(file('asked', { businessTable: 'T_XTGL_YHB' }), 'clerk3')).toMatchObject({
      code: 'FILE_TABLE_UNKNOWN',
    });
    expect(await rows()).toBe(before);
  });

  it('ends at a number of files, those taken away again and those under way included', async () => {
    await quota('3', '500');
    const [first, second] = [file('counted'), file('counted')];
    await attach(first, { actor: person('clerk4') });
    await attach(second, { actor: person('clerk4') });
    expect(
      await t.send('file.remove', { relationalIds: [first.relationalId] }, { actor: person('clerk4') }),
    ).toMatchObject({ status: 'accepted' });
    expect(await ask(file('counted'), 'clerk4')).toMatchObject({ status: 'accepted' });
    const refusal = {
      code: 'FILE_QUOTA_COUNT',
      message: '您今天上传的附件已达每人每天 3 个的上限（含已删除的），请明天再传，或联系管理员',
    };
    expect(await ask(file('counted'), 'clerk4', [{ relationalId: randomUUID(), fileSize: 1 }])).toMatchObject(refusal);
    // One that has its row by now is not counted twice.
    expect(await ask(file('counted'), 'clerk4', [{ relationalId: second.relationalId, fileSize: 4 }])).toMatchObject({
      status: 'accepted',
    });
    await attach(file('counted'), { actor: person('clerk4') });
    expect(await attach(file('counted'), { actor: person('clerk4') })).toMatchObject(refusal);
    // Other people have theirs, and tomorrow is another day, by the school's clock.
    expect(await ask(file('elsewhere'), 'clerk5')).toMatchObject({ status: 'accepted' });
    await t.app.services.pool.query(
      `update base.file_resource
        set uploaded_at = (date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai') -
          interval '1 second'
        where uploader = 'clerk4'`,
    );
    expect(await ask(file('counted'), 'clerk4')).toMatchObject({ status: 'accepted' });
  });

  it('ends at a size, and says by how much', async () => {
    await quota('200', '10');
    await attach(file('sized', { fileSize: 6 * MB }), { actor: person('clerk6') });
    expect(await ask(file('sized', { fileSize: 4 * MB }), 'clerk6')).toMatchObject({ status: 'accepted' });
    const refusal = {
      code: 'FILE_QUOTA_BYTES',
      message:
        '您今天已上传 6 MB，加上这个文件（4.1 MB）将超过每人每天 10 MB 的上限（含已删除的），请明天再传，或联系管理员',
    };
    expect(await ask(file('sized', { fileSize: 4 * MB + 1 }), 'clerk6')).toMatchObject(refusal);
    expect(await attach(file('sized', { fileSize: 4 * MB + 1 }), { actor: person('clerk6') })).toMatchObject(refusal);
    expect(
      await ask(file('sized', { fileSize: 4 * MB }), 'clerk6', [{ relationalId: randomUUID(), fileSize: 1 }]),
    ).toMatchObject({ code: 'FILE_QUOTA_BYTES' });
  });

  it('has room for one: of many at once, through two services, one is attached', async () => {
    await quota('200', '10');
    const other = t.another();
    try {
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          t.send(
            'file.record',
            file(`at-once-${index}`, { fileSize: 6 * MB }),
            { actor: person('clerk7') },
            index % 2 === 0 ? t.app : other,
          ),
        ),
      );
      expect(answers.map((answer) => (answer.status === 'accepted' ? 'accepted' : answer.code)).toSorted()).toEqual([
        ...Array.from({ length: 11 }, () => 'FILE_QUOTA_BYTES'),
        'accepted',
      ]);
    } finally {
      await other.close();
    }
  });

  it('an attached file may come again, whatever the quota; another of its id, or a removed one, may not', async () => {
    const payload = file('repeated');
    await attach(payload, { actor: person('clerk8') });
    await quota('0', '0');
    expect(await ask(payload, 'clerk8')).toMatchObject({ status: 'accepted' });
    expect(await ask({ ...payload, fileSize: 5 }, 'clerk8')).toMatchObject({ code: 'COMMAND_REUSED' });
    expect(await ask({ ...payload, name: 'b.pdf' }, 'clerk8')).toMatchObject({ code: 'COMMAND_REUSED' });
    await t.send('file.remove', { relationalIds: [payload.relationalId] }, { actor: person('clerk8') });
    expect(await ask(payload, 'clerk8')).toMatchObject({ code: 'FILE_NOT_FOUND' });
  });

  it('is what it usually is where a parameter is no number', async () => {
    await quota('many', '');
    await t.app.services.pool.query(
      `insert into base.file_resource (relational_id, file_uid, name, file_size, file_type, digest, business_table,
          business_id, uploader, uploader_name, uploaded_at)
       select gen_random_uuid(), 'u', 'a.pdf', 1, 'pdf', repeat('a', 64), $1, 'usual' || n, 'clerk9', '', now()
       from generate_series(1, 199) as step (n)`,
      [RECOGNITION_FILES],
    );
    expect(await ask(file('usual'), 'clerk9')).toMatchObject({ status: 'accepted' });
    expect(await ask(file('usual', { fileSize: 500 * MB }), 'clerk9')).toMatchObject({ code: 'FILE_QUOTA_BYTES' });
    await attach(file('usual'), { actor: person('clerk9') });
    expect(await ask(file('usual'), 'clerk9')).toMatchObject({ code: 'FILE_QUOTA_COUNT' });
  });
});
