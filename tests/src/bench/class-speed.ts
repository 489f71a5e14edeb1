import { sheet as readSheet } from '@jwxt/contracts/score/score-entry.operations.ts';
import { findSheet } from '@jwxt/gateway/score/entry/sheet.read.ts';
import { createPrincipals } from '@jwxt/gateway/session/principals.ts';
import { startBareServer, statementsOf } from './bare-server.ts';
import { gatewayLoad, openDesks, rawLoad, type Desk } from './desks.ts';
import { atLeast, atMost, type Figure } from './figure.ts';
import { asPlainRequest } from './plain-request.ts';
import { inTurns, type Plan } from './rounds.ts';
import type { ProductStage } from './stage.ts';

const plan: Plan = { inFlight: 16, rounds: 3, roundMs: 2_000 };

/** Saving and listing a class of 60 through the gateway. */
export async function measureClasses(stage: ProductStage): Promise<Figure[]> {
  const desks = await openDesks(stage, stage.scale.plan(plan).inFlight, { rowsInSave: 60 });
  return [...(await saving(stage, desks)), ...(await listing(stage, desks))];
}

async function saving(stage: ProductStage, desks: readonly Desk[]): Promise<Figure[]> {
  const save = await gatewayLoad(stage, desks);
  await save(desks.length, 1);
  const [saves, raw] = await inTurns(stage.processes, [save, await rawLoad(stage, desks)], stage.scale.plan(plan));
  const against = 'appendToStream of the same event';
  return [
    {
      id: 'class.save',
      unit: '1/s',
      value: saves!.perSecond,
      baseline: raw!.perSecond,
      against,
      cpu: saves!.cpu,
      aims: [atLeast(saves!.perSecond, 120, '/s')],
    },
    { id: 'class.save.p99', unit: 'ms', value: saves!.p99, baseline: raw!.p99, against },
  ];
}

/** Each request reads another class, so that nothing is answered twice from the same page of memory. */
async function listing(stage: ProductStage, desks: readonly Desk[]): Promise<Figure[]> {
  const { db, env, driver, session, urls } = stage;
  const principals = createPrincipals(db, () => new Date());
  const requests = await Promise.all(
    desks.map(async ({ place, userName }) =>
      asPlainRequest(
        (await session(userName)).encode(readSheet, { teachingClassId: place.teachingClassId, scoreType: '1' }),
      ),
    ),
  );
  const routes = Object.fromEntries(
    await Promise.all(
      desks.map(async ({ place: { teachingClassId }, userName }) => {
        const principal = (await principals.get(userName))!;
        return [
          `/${teachingClassId}`,
          await statementsOf(db, (recording) =>
            findSheet(recording, principal, 'scoreEntry:detail', { teachingClassId, scoreType: '1' }, new Date()),
          ),
        ] as const;
      }),
    ),
  );
  const bare = await startBareServer({ databaseUrl: env.DATABASE_URL, routes });
  try {
    const loads = [
      await driver.prepare('sendRequests', { urls, requests }),
      await driver.prepare('sendRequests', {
        urls: [bare.url],
        requests: Object.keys(routes).map((path) => ({ method: 'GET', path, headers: {} })),
      }),
    ];
    const [list, plain] = await inTurns(
      { ...stage.processes, bare: { pids: [bare.pid] } },
      loads,
      stage.scale.plan(plan),
    );
    const [own, others] = [list!.cpu.gateway!, plain!.cpu.bare!];
    const against = 'bare Fastify and the same SQL';
    return [
      {
        id: 'class.list',
        unit: '1/s',
        value: list!.perSecond,
        baseline: plain!.perSecond,
        against,
        cpu: list!.cpu,
        aims: [atLeast(list!.perSecond, 500, '/s'), atLeast(list!.perSecond / plain!.perSecond, 0.7, ' of bare')],
      },
      {
        id: 'class.list.cpu',
        unit: 'ms',
        value: own,
        baseline: others,
        against: `${against}: CPU of the process`,
        aims: [atMost(own, 3, ' ms CPU')],
      },
      { id: 'class.list.p99', unit: 'ms', value: list!.p99, baseline: plain!.p99, against },
    ];
  } finally {
    bare.stop();
  }
}
