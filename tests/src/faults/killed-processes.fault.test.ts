import { approvalCounts } from '@jwxt/contracts/approval/approval.operations.ts';
import { queueKey, WHOLE_SCHOOL } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { signInToApi, type ApiSession } from '../testing/api-session.ts';
import { environmentOf, type ProcessName } from '../testing/product.ts';
import { auditCommands, auditLog } from './command-audit.ts';
import { auditEffects } from './effect-audit.ts';
import { killAndAwait } from './killing.ts';
import { startLoad, type Load } from './load.ts';
import { fingerprints, readQueues, rebuildAll, recountQueues, whatIsParked, whatLags, withDatabase } from './read-model-audit.ts';
import { auditSheets } from './sheet-audit.ts';
import { eventsAfter, readEverything } from './stored-events.ts';

const product = inject('product');
/** Each round kills every process once. */
const rounds = Number(process.env.FAULT_ROUNDS ?? 1);
const victims: readonly ProcessName[] = ['eventstore', 'commands', 'projections', 'gateway', 'postgres'];
/** How long to wait for what heals by itself; not how long it may take. */
const patience = { timeout: 120_000, interval: 250 };

let env: Record<string, string>;
let load: Load;
let admin: ApiSession;

beforeAll(async () => {
  env = await environmentOf(product);
  admin = await signInToApi(product.url, 'admin');
  load = await startLoad(product.url, env, rounds);
  for (let round = 0; round < rounds; round += 1) {
    // Each round in another order, so that each is also killed while another one has just come back.
    for (let turn = 0; turn < victims.length; turn += 1) await killAndAwait(product, victims[(turn + round) % victims.length]!, load.journal);
  }
  await load.stop();
}, 180_000 + rounds * 180_000);

describe(`each process killed with -9 under load, ${rounds} times`, () => {
  it('every command was answered in the end, and none refused', () => {
    const unhappy = load.journal.commands.filter(({ outcome }) => outcome !== 'acknowledged');
    expect(unhappy.map(({ expected, userName, outcome, refusal }) => `${expected.kind} of ${userName}: ${outcome} ${refusal ?? ''}`)).toEqual([]);
    for (const kind of ['save', 'submit', 'recognise', 'decide']) expect(load.journal.commands.filter(({ expected }) => expected.kind === kind), kind).not.toEqual([]);
    // The kills struck commands under way.
    expect(load.journal.commands.some(({ tries }) => tries > 1)).toBe(true);
  });

  it('every acknowledged command is in the store exactly once, and nothing that nobody sent', async () => {
    const events = await readEverything(env);
    expect(auditLog(events)).toEqual([]);
    expect(auditCommands(load.journal.commands, eventsAfter(events, load.from))).toEqual([]);
  });

  it('everything that events set off in other streams happened exactly once', async () => {
    await expect.poll(async () => auditEffects(await readEverything(env)), patience).toEqual([]);
  });

  it('the read models catch up by themselves, and nothing is parked', async () => {
    await expect.poll(() => whatLags(admin), patience).toEqual([]);
    expect(await withDatabase(env, whatIsParked)).toEqual([]);
  });

  it('sheets read through the API equal the fold of their events and what was acknowledged last', async () => {
    expect(await auditSheets(await signInToApi(product.url, 'registrar2'), load.classes, await readEverything(env), load.journal.commands)).toEqual([]);
  });

  it('to-do counts equal a recount of the applications', async () => {
    const recount = recountQueues(await readEverything(env));
    expect(await withDatabase(env, readQueues)).toEqual(recount);
    const dean = await signInToApi(product.url, 'dean3');
    const mine = Object.entries(recount).filter(([key]) => key.endsWith(queueKey('', '04', '103')));
    expect((await dean.call(approvalCounts, {})).todo).toBe(mine.reduce((sum, [, count]) => sum + count, 0));
    const registrar = await signInToApi(product.url, 'registrar2');
    const school = Object.entries(recount).filter(([key]) => key.endsWith(queueKey('', '05', WHOLE_SCHOOL)));
    expect((await registrar.call(approvalCounts, {})).todo).toBe(school.reduce((sum, [, count]) => sum + count, 0));
  });

  it('a rebuild gives row for row what the live read models have', async () => {
    await withDatabase(env, async (db) => {
      const live = await fingerprints(db);
      expect(Object.keys(live).length).toBeGreaterThan(10);
      const unfinished = await rebuildAll(admin, db);
      await expect.poll(unfinished, patience).toEqual([]);
      expect(await fingerprints(db)).toEqual(live);
      expect(await whatIsParked(db)).toEqual([]);
    });
  });
});
