import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allResources } from '@jwxt/contracts/all-areas.ts';
import { commandSenders } from '@jwxt/contracts/command-senders.ts';
import { isBeyondLooking, permissionOf } from '@jwxt/contracts/kernel/operation.ts';
import { loginWay, lookingRefusal } from '@jwxt/contracts/session/session.vocabulary.ts';
import { loggedOperations, loggedThings } from '@jwxt/contracts/system/operation-log.vocabulary.ts';
import { connectEventLog } from '@jwxt/infra/runtime/event-log.ts';
import { decodeEvent } from '@jwxt/infra/runtime/event-codec.ts';
import type { CommandsApp } from '../app.ts';
import { replayRoute } from '../system/system.routes.ts';
import { allCommandSamples, loadSampleSchool } from '../testing/all-command-samples.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { person } from '../testing/person.ts';
import { allJobKinds, allRoutes } from '../all-areas.ts';
import type { CommandHandler } from './command-handler.ts';
import type { CommandRoute } from './command-route.ts';
import { longJobRoutes } from './long-job.routes.ts';

/**
 * One command is decided once, wherever it arrives: each one there is goes to two services at once; and only by who may
 * send it.
 */

const names = [
  ...allRoutes,
  ...longJobRoutes(allJobKinds),
  replayRoute(() => Promise.resolve({ replayed: 0, remaining: 0 })),
].map(({ definition }) => definition.name);
/**
 * Between the two, in milliseconds: a retry of the gateway comes at any moment of the first. `held`: the second
 * looks at its first stream before the first of them has written, and at the rest when it has.
 */
const apart = [0, 2, 6, 'held'] as const;
const resources = new Set<string>(allResources.map(({ name }) => name));
/** Rows of declared resources are all written in one way: each resource is tried at one of the moments. */
const pairs = names.flatMap((name, index) =>
  resources.has(name.split('.')[0]!)
    ? [[name, apart[index % apart.length]!] as const]
    : apart.map((moment) => [name, moment] as const),
);

let t: TestApp;
let second: CommandsApp;
/** A service whose first look at a stream is over when the same command has been answered elsewhere. */
let slow: CommandsApp;
let answered: Promise<unknown> = Promise.resolve();
const slowed = (route: CommandRoute): CommandRoute => ({
  ...route,
  run: (payload, context, services) => {
    let isFirst = true;
    const read: CommandHandler['read'] = async (...asked) => {
      const [looks, now] = [isFirst, await services.handler.read(...asked)];
      isFirst = false;
      // One that holds the id while it looks is waited for by the other.
      if (looks) await Promise.race([answered, delay(1_000)]);
      return now;
    };
    return route.run(payload, context, { ...services, handler: { ...services.handler, read } });
  },
});
beforeAll(async () => {
  t = await startTestApp({ allowBackdated: true });
  await loadSampleSchool(t);
  second = t.another();
  slow = t.another({ routes: allRoutes.map(slowed) });
});
afterAll(async () => {
  await Promise.all([second.close(), slow.close()]);
  await t.stop();
});

let prepared = 0;

it('every command that may be sent has its sample', () => {
  expect(Object.keys(allCommandSamples).toSorted()).toEqual(names.toSorted());
});

describe('sent to two services', () => {
  it.each(pairs)('%s (%s) is accepted by both, with one answer, and changes things once', async (name, moment) => {
    const sample = allCommandSamples[name]!;
    prepared += 1;
    const { payload, envelope } = await sample.prepare(t, prepared);
    const sent = { ...envelope, commandId: randomUUID() };
    const again = { ...sent, correlationId: randomUUID() };
    const held = Promise.withResolvers<unknown>();
    answered = held.promise;
    const late =
      moment === 'held'
        ? t.send(name, payload, again, slow)
        : delay(moment).then(() => t.send(name, payload, again, second));
    // The slow one has looked when it waits.
    if (moment === 'held') await delay(20);
    const one = await t.send(name, payload, sent).finally(() => held.resolve(null));
    const two = await late;
    const later = await t.send(name, payload, sent, second);
    expect([one, two, later].filter(({ status }) => status === 'refused')).toEqual([]);
    if (sample.answersOwn !== undefined) return;
    const result = (outcome: typeof one) => (outcome.status === 'accepted' ? outcome.result : outcome);
    expect([result(two), result(later)]).toEqual([result(one), result(one)]);
    const { rows: logged } = await t.app.services.pool.query(
      `select operation, resource, key, count(*)::int as times from base.operation_log where command_id = $1
          group by 1, 2, 3 having count(*) > 1`,
      [sent.commandId],
    );
    expect(logged).toEqual([]);
  });
});

/** An enabled account with every permission but these, which its roles get back when the answer is awaited. */
async function without<R>(userName: string, codes: readonly string[], work: () => Promise<R>): Promise<R> {
  const { pool } = t.app.services;
  await pool.query(
    `insert into base.user_account (user_name, name, kind, password_hash) values ($1, $1, 'casual', '') on conflict
      do nothing`,
    [userName],
  );
  await pool.query(
    `insert into base.role (jsbh, jsmc, jslx) values ('R-' || $1, '测试', 'casual') on conflict do nothing`,
    [userName],
  );
  await pool.query(`insert into base.user_role (user_name, jsbh) values ($1, 'R-' || $1) on conflict do nothing`, [
    userName,
  ]);
  await pool.query(
    `insert into base.role_permission (jsbh, qxbh) select 'R-' || $1, unnest($2::text[]) on conflict do nothing`,
    [userName, allPermissions],
  );
  const { rows: taken } = await pool.query<{ jsbh: string; qxbh: string }>(
    `delete from base.role_permission
      where jsbh in (select jsbh from base.user_role where user_name = $1) and qxbh = any($2) returning jsbh, qxbh`,
    [userName, codes],
  );
  // The database tells of it some milliseconds later.
  t.app.services.reference.forget();
  try {
    return await work();
  } finally {
    await pool.query('insert into base.role_permission select * from unnest($1::text[], $2::text[])', [
      taken.map(({ jsbh }) => jsbh),
      taken.map(({ qxbh }) => qxbh),
    ]);
  }
}

const allPermissions = [...new Set([...commandSenders.values()].flat().map(permissionOf))].filter(
  (code) => code !== null,
);
/** Ids of commands that nobody may have carried out. */
const refusedIds = new Set<string>();

describe.each(names)('%s, sent by a gateway', (name) => {
  const senders = commandSenders.get(name) ?? [];
  const codes = new Set(senders.map(permissionOf));

  // What is refused has written nothing.
  it('is refused without the permission its operations declare, or to who may only look, else accepted', async () => {
    prepared += 1;
    const { payload, envelope } = await allCommandSamples[name]!.prepare(t, prepared);
    const actor = envelope?.actor ?? person('admin');
    const sent = { ...envelope, actor, commandId: randomUUID() };
    refusedIds.add(sent.commandId);
    const forbidden = { status: 'refused', code: 'FORBIDDEN', message: '您没有执行此操作的权限' };
    const declared = [...codes].filter((code) => code !== null);
    await without(actor.userName, declared, async () => {
      for (const permission of declared)
        expect(await t.sendForPerson(name, payload, { ...sent, permission })).toEqual(forbidden);
    });
    for (const permission of [null, ...allPermissions].filter((code) => !codes.has(code)).slice(0, 2))
      expect(await t.sendForPerson(name, payload, { ...sent, permission }), String(permission)).toEqual(forbidden);
    const closed = senders.filter(isBeyondLooking);
    if (senders.length > 0 && closed.length === senders.length) {
      for (const way of [loginWay.temporary, loginWay.viewAs])
        expect(
          await t.sendForPerson(name, payload, {
            ...sent,
            permission: permissionOf(senders[0]!),
            signIn: { way, issuedBy: 'admin' },
          }),
        ).toMatchObject({ status: 'refused', code: lookingRefusal(way) });
    }
    const { rows: rowsWritten } = await t.app.services.pool.query(
      `select command_id from base.operation_log where command_id = $1 union all select command_id
        from base.applied_command where command_id = $1`,
      [sent.commandId],
    );
    expect(rowsWritten).toEqual([]);
    if (senders.length === 0) return;
    const outcome = await t.sendForPerson(name, payload, {
      ...sent,
      commandId: randomUUID(),
      permission: permissionOf(senders[0]!),
      signIn: { way: '1', issuedBy: null },
    });
    // Gateways send nothing that is to have happened at another time.
    if (sent.at === undefined) expect(outcome).toMatchObject({ status: 'accepted' });
    else expect(outcome).toMatchObject({ status: 'refused', code: expect.not.stringMatching('FORBIDDEN') });
  });
});

describe('after all of them', () => {
  // SYSADMIN-15
  it('everything that they logged has words: what was done, and to what', async () => {
    const known = new Set([
      ...Object.keys(loggedThings),
      ...allResources.map(({ name, loggedAs }) => loggedAs ?? name),
    ]);
    // Some are logged in words already.
    const isTold = (operation: string) => operation in loggedOperations || /\p{Script=Han}/u.test(operation);
    const { rows } = await t.app.services.pool.query<{ resource: string; operation: string }>(
      'select distinct resource, operation from base.operation_log',
    );
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.filter(({ resource, operation }) => !known.has(resource) || !isTold(operation))).toEqual([]);
  });

  it('each command wrote to a stream at most once, a refused one to none, and everything that reacts did', async () => {
    await expect
      .poll(
        async () => (await t.app.services.pool.query('select policy, stream, reason from commands.policy_parked')).rows,
      )
      .toEqual([]);
    const log = connectEventLog(t.events.url, { name: 'two-services' });
    const appends = new Map<string, { revision: number; time: string; id: string }[]>();
    try {
      for await (const recorded of log.readAll()) {
        for (const { stream, revision, id, metadata } of decodeEvent(recorded).events) {
          const key = `${metadata.commandId} ${stream}`;
          appends.set(key, [...(appends.get(key) ?? []), { revision, time: metadata.time, id }]);
        }
      }
    } finally {
      await log.close();
    }
    expect([...appends.keys()].filter((key) => refusedIds.has(key.split(' ')[0]!))).toEqual([]);
    // The events of one append stand together and bear one time; a second decision would bear its own.
    const torn = [...appends].filter(([, written]) =>
      written.some(
        ({ revision, time }, index) => revision !== written[0]!.revision + index || time !== written[0]!.time,
      ),
    );
    expect(torn).toEqual([]);
    const ids = [...appends.values()].flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
