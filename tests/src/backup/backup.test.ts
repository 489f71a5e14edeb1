import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { startLocalEventNode } from '@jwxt/infra/engines/local-event-node.ts';
import { checkpointStream } from '@jwxt/contracts/integrity/checkpoint.events.ts';
import { approvalLogModel } from '@jwxt/contracts/approval/approval-log.read-model.ts';
import { businessFiles, downloadFile, uploadFile } from '@jwxt/contracts/file/file.operations.ts';
import { SCORE_CHANGE_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { applyScoreChangeOperation } from '@jwxt/contracts/score/score-change.operations.ts';
import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { databaseName, startLocalPostgres } from '@jwxt/infra/engines/local-postgres.ts';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import type { Pool } from '@jwxt/infra/runtime/postgres.ts';
import { loadSecrets } from '@jwxt/infra/data-folder/data-folder.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fingerprints, whatIsParked, whatLags, withDatabase } from '../faults/read-model-audit.ts';
import { readEverything } from '../faults/stored-events.ts';
import { fillIn, newClasses, passByApi, sheetOf, submitByApi } from '../journeys/prepared-sheets.ts';
import { signInToApi } from '../testing/api-session.ts';
import { givenProduct } from '../testing/given-product.ts';
import { environmentOf } from '../testing/product.ts';
import { startProduct } from '../testing/start-product.ts';
import { startBusyOffice, type BusyOffice } from './busy-office.ts';

const product = await givenProduct();
const patience = { timeout: 120_000, interval: 100 };
let folder: string;
let env: Record<string, string>;
let office: BusyOffice;

/** `npm run backup` or `npm run restore` on a data folder: what it printed. Rejects with that when it refused. */
async function run(command: 'take' | 'restore', backup: string, dataDir: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['infra/launch.mjs', 'infra/src/backup/main.ts', command, backup],
    { cwd: projectRoot, env: { ...process.env, JWXT_DATA: dataDir } },
  );
  return stdout;
}

/** What the stand-alone verifier says of a backup or a store, given the public keys of installations (decision 092). */
async function audited(given: string, dataDirs: readonly string[]): Promise<{ code: number; said: string }> {
  const keys: string[] = [];
  // Who has sealed nothing yet has no key.
  for (const own of dataDirs.map((dataDir) => join(dataDir, 'integrity')).filter((folder) => existsSync(folder)))
    for (const name of await readdir(own)) if (name.startsWith('public-')) keys.push('--key', join(own, name));
  const isStore = given.includes('://');
  const args = [join(projectRoot, 'infra/verify/main.ts'), ...(isStore ? [] : [given]), ...keys];
  const ownEnv = { ...process.env, ...(isStore ? { EVENTSTORE_URL: given } : {}) };
  return await new Promise((resolve) => {
    execFile(process.execPath, args, { env: ownEnv }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: `${stdout}${stderr}` }),
    );
  });
}

/** Every row of every reference table, as JSON text. */
async function referenceRows(db: Pool): Promise<Map<string, string[]>> {
  const { rows } = await db.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'base' order by 1`,
  );
  const found = new Map<string, string[]>();
  for (const { name } of rows)
    found.set(
      name,
      (await db.query<{ row: string }>(`select to_jsonb(t)::text as row from base."${name}" t order by 1`)).rows.map(
        ({ row }) => row,
      ),
    );
  return found;
}

/** Each installation has a key of its own and seals the history with it when that falls due (decision 092). */
const withoutSeals = (prints: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(prints).filter(([table]) => !table.includes('integrity')));

/** What of the first is not in the second. */
function missing(rows: ReadonlyMap<string, readonly string[]>, from: ReadonlyMap<string, readonly string[]>): string[] {
  return [...rows].flatMap(([table, list]) => {
    const there = new Set(from.get(table));
    return list.filter((row) => !there.has(row)).map((row) => `${table}: ${row}`);
  });
}

async function logBytes(dataDir: string): Promise<Map<string, Buffer>> {
  const log = join(dataDir, 'eventstore', 'log');
  return new Map(
    await Promise.all(
      (await readdir(log)).map(async (name) => [basename(name), await readFile(join(log, name))] as const),
    ),
  );
}

const overdueTold = async (pool: Pool): Promise<number> =>
  (await pool.query(`select from ${readModelTable(approvalLogModel, 'record')} where kind = 'overdue'`)).rowCount ?? 0;

/** An application to change a score, sent with a file; it waits for its approval. */
async function changeWithFile(evidence: string): Promise<string> {
  const [teacher, dean] = [await signInToApi(product.url, 'teacher1'), await signInToApi(product.url, 'dean1')];
  const [teachingClassId] = (await newClasses(product, teacher, 12, 1)) as [string];
  await fillIn(teacher, teachingClassId, (index) => (index === 0 ? '55' : '76'));
  await passByApi(dean, await submitByApi(teacher, teachingClassId));
  const { published } = sheetStatus;
  await expect.poll(async () => (await sheetOf(teacher, teachingClassId)).sheetStatus, patience).toBe(published);
  const sheet = await sheetOf(teacher, teachingClassId);
  const [row, item] = [sheet.rows[1]!, sheet.items.at(-1)!];
  const applyId = randomUUID();
  const bytes = new Blob([evidence]);
  const { url, method, headers, body } = teacher.encode(uploadFile, {
    fileUid: randomUUID(),
    fileName: '试卷.txt',
    fileSize: bytes.size,
    businessTable: SCORE_CHANGE_FILES,
    businessId: applyId,
  });
  (body as FormData).set('file', bytes, 'file');
  const answer = await fetch(url, { method, headers, body: body as FormData });
  expect(answer.status, await answer.text()).toBe(200);
  const items = { [item.dataKey]: { before: row.items[item.dataKey] ?? null, after: '78' } };
  const rows = [{ studentCode: row.studentCode, items }];
  const asked = {
    teachingClassId,
    scoreType: '1',
    reason: '复核更正',
    rows,
    applyId,
    commandId: randomUUID(),
  } as const;
  await teacher.call(applyScoreChangeOperation, asked);
  return applyId;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jwxt-backups-'));
  // PostgreSQL of the restored folders runs as another account when the tests run as root.
  await chmod(folder, 0o711);
  env = await environmentOf(product);
  // A minute after its start the product tells what is overdue: not between a backup and what is compared with it.
  await vi.waitUntil(async () => (await withDatabase(env, overdueTold)) > 0, patience);
  office = await startBusyOffice(product.url, env);
});
afterAll(async () => {
  await office.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('a backup taken while sixteen people write', () => {
  const backup = (): string => join(folder, 'busy');
  const restored = (): string => join(folder, 'busy-restored');
  let acknowledgedBefore: readonly string[];
  let rowsBefore: Map<string, string[]>;

  beforeAll(async () => {
    await vi.waitUntil(() => office.acknowledged.length > 50, patience);
    rowsBefore = await withDatabase(env, referenceRows);
    acknowledgedBefore = [...office.acknowledged];
    await run('take', backup(), product.dataDir);
    // They went on meanwhile.
    expect(office.acknowledged.length).toBeGreaterThan(acknowledgedBefore.length);
    await office.stop();
    await run('restore', backup(), restored());
  });

  it('has the log byte for byte, up to some event', async () => {
    const [original, copy] = [await logBytes(product.dataDir), await logBytes(restored())];
    expect(copy.size).toBeGreaterThan(0);
    for (const [name, bytes] of copy)
      expect(original.get(name)?.subarray(0, bytes.length).equals(bytes), name).toBe(true);
  });

  it('has every command that was acknowledged before, and only whole events', async () => {
    const node = await startLocalEventNode({ dataDir: join(restored(), 'eventstore') });
    const events = await readEverything({ ...env, EVENTSTORE_URL: node.url });
    await node.stop();
    const commands = new Set(events.map(({ metadata }) => metadata.commandId));
    expect(acknowledgedBefore.filter((id) => !commands.has(id))).toEqual([]);
    expect(events).toEqual((await readEverything(env)).slice(0, events.length));
  });

  it('has the reference data of one moment: all rows from before, and none that never was', async () => {
    const { postgresPassword: password } = await loadSecrets(restored());
    const server = await startLocalPostgres({ dataDir: join(restored(), 'postgres'), password });
    const rows = await withDatabase({ DATABASE_URL: server.url(databaseName) }, referenceRows);
    await server.stop();
    expect(missing(rowsBefore, rows)).toEqual([]);
    expect(missing(rows, await withDatabase(env, referenceRows))).toEqual([]);
  });

  it('is not started with another master key of persons, and says why', async () => {
    const dataDir = join(folder, 'other-key');
    await run('restore', backup(), dataDir);
    const other = { JWXT_DEMO: '0', JWXT_WEB_BUILD: '0', PERSON_KEY: 'another-'.repeat(5) };
    await expect(startProduct(600, other, dataDir)).rejects.toThrow('个人信息密钥（PERSON_KEY）与数据库不符');
  });

  it('is not restored over a system that runs, nor over one that is there', async () => {
    await expect(run('restore', backup(), product.dataDir)).rejects.toThrow('教务系统已在运行');
    await expect(run('restore', backup(), restored())).rejects.toThrow('已有数据，恢复不会覆盖它');
    await expect(run('take', backup(), product.dataDir)).rejects.toThrow('不是空目录');
  });
});

describe('a restored system', () => {
  it('starts and shows row for row what the original shows', async () => {
    const admin = await signInToApi(product.url, 'admin');
    await expect.poll(() => whatLags(admin), patience).toEqual([]);
    const dataDir = join(folder, 'quiet-restored');
    const applyId = await changeWithFile('期末试卷第二卷');
    await expect.poll(() => whatLags(admin), patience).toEqual([]);
    await run('take', join(folder, 'quiet'), product.dataDir);
    await run('restore', join(folder, 'quiet'), dataDir);
    const { product: started, stop } = await startProduct(
      600,
      // The master key of persons is in no backup: whoever restores has kept it.
      { JWXT_DEMO: '0', JWXT_WEB_BUILD: '0', PERSON_KEY: env.PERSON_KEY!, CHECKPOINT_SECONDS: '2' },
      dataDir,
    );
    try {
      const again = await environmentOf(started);
      const restoredAdmin = await signInToApi(started.url, 'admin');
      await expect.poll(() => whatLags(restoredAdmin), patience).toEqual([]);
      expect(withoutSeals(await withDatabase(again, fingerprints))).toEqual(
        withoutSeals(await withDatabase(env, fingerprints)),
      );
      expect(await withDatabase(again, whatIsParked)).toEqual([]);
      const [there, here] = [await withDatabase(again, referenceRows), await withDatabase(env, referenceRows)];
      // Which rows, first: of whole tables nobody would see what differs.
      expect([missing(here, there), missing(there, here)]).toEqual([[], []]);
      expect(there).toEqual(here);
      const business = async (of: Record<string, string>) =>
        (await readEverything(of)).filter(({ stream }) => stream !== checkpointStream);
      expect(await business(again)).toEqual(await business(env));
      // What was attached to a score change is there, and opens for who decides.
      const dean = await signInToApi(started.url, 'dean1');
      const attached = await dean.call(businessFiles, { businessTable: SCORE_CHANGE_FILES, businessId: applyId });
      expect(attached.map(({ name }) => name)).toEqual(['试卷.txt']);
      const { relationalId } = attached[0]!;
      expect((await dean.file(downloadFile, { relationalId })).toString()).toBe('期末试卷第二卷');
      // Issue 20 §1: nothing of this was a change to history. What came over is sealed, by a key of its own.
      await expect
        .poll(async () => await audited(again.EVENTSTORE_URL!, [product.dataDir, dataDir]), {
          ...patience,
          interval: 2_000,
        })
        .toMatchObject({ code: 0, said: expect.stringMatching(/[1-9]\d* 个检查点成立/) as string });
      // The backup bears the seals of where it was taken, or none yet; never is it called altered.
      const { code, said } = await audited(join(folder, 'quiet'), [product.dataDir]);
      expect(code, said).toBe(said.includes('\n0 个检查点') ? 2 : 0);
    } finally {
      await stop();
    }
  });
});
