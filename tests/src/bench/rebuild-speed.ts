import { randomUUID } from 'node:crypto';
import { EventStoreDBClient } from '@eventstore/db-client';
import { approvalCounts } from '@jwxt/contracts/approval/approval.operations.ts';
import { sheet as readSheet } from '@jwxt/contracts/score/score-entry.operations.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { readModelQuery, readModelRebuild } from '@jwxt/contracts/system/system.operations.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { EventToAppend } from '@jwxt/infra/runtime/event-log.ts';
import { shareOf } from '@jwxt/infra/runtime/shared-log.ts';
import { lastEvents, openDesks, commandLoad } from './desks.ts';
import { atLeast, atMost, median, timeOf, type Figure } from './figure.ts';
import { cpuOf } from './process-cost.ts';
import type { ProductStage, Stage } from './stage.ts';

const sheetTable = readModelTable(scoreSheetModel, 'sheet');

const rounds = [3, 1] as const;
const lookEveryMs = 20;
/** The read model with the most events. */
const oneModel = 'score-sheet';
/** Events that the log has at least. */
const leastEvents = [100_000, 4_000] as const;
const filledStreams = 16;
const eventsInAppend = 250;

/**
 * Makes the log long: more saves of one cell, as a save before them stored them. Written past the services, while they
 * see it like any other event.
 */
export async function fillLog(stage: Stage): Promise<void> {
  const events = stage.scale.size(...leastEvents);
  const desks = await openDesks(stage, filledStreams, { rowsInSave: 1 });
  await (
    await commandLoad(stage, desks)
  )(desks.length, 1);
  const last = await lastEvents(stage.log, desks);
  await Promise.all(
    desks.map(async ({ place }, index) => {
      const { type, data, metadata, revision } = last[index]!;
      let expectedRevision = revision;
      for (let left = events / filledStreams; left > 0; left -= eventsInAppend) {
        const batch = Array.from(
          { length: eventsInAppend },
          () => ({ id: randomUUID(), type, data, metadata }) as EventToAppend,
        );
        ({ revision: expectedRevision } = await stage.log.append(sheetStream(place.teachingClassId, '1'), batch, {
          expectedRevision,
        }));
      }
    }),
  );
}

/**
 * Rebuilding one read model and all of them, from the request until they serve, in events of the log a second, beside
 * reading the log; and what a reader saw meanwhile.
 */
export async function measureRebuild(stage: ProductStage): Promise<Figure[]> {
  const names = await allServing(stage);
  const { address, share } = shareOf(stage.env.EVENTSTORE_URL);
  const store = EventStoreDBClient.connectionString(address);
  const reader = await watchAnswers(stage);
  const [raw, one, all]: [number[], Run[], Run[]] = [[], [], []];
  let events = 0;
  for (let round = 0; round < stage.scale.size(...rounds); round += 1) {
    const seconds =
      (await timeOf(async () => {
        events = 0;
        for await (const { event } of store.readAll({ fromPosition: share?.from ?? 'start' }))
          if (event && !event.type.startsWith('$')) events += 1;
      })) / 1000;
    raw.push(events / seconds);
    one.push(await rebuild(stage, [oneModel], events));
    all.push(await rebuild(stage, names, events));
  }
  const { answers, wrong } = await reader.stop();
  if (answers === 0) throw new Error('the reader got no answer');
  const against = `readAll of the same ${events.toLocaleString('en')} events`;
  const [rawRate, oneRate, allRate] = [
    median(raw),
    median(one.map(({ perSecond }) => perSecond)),
    median(all.map(({ perSecond }) => perSecond)),
  ];
  return [
    {
      id: 'rebuild.one',
      unit: '1/s',
      value: oneRate,
      baseline: rawRate,
      against,
      cpu: one[0]!.cpu,
      aims: [atLeast(oneRate / rawRate, 0.5, ' of raw'), atLeast(oneRate, 20_000, '/s')],
    },
    { id: 'rebuild.all', unit: '1/s', value: allRate, baseline: rawRate, against, cpu: all[0]!.cpu },
    {
      id: 'rebuild.wrongAnswers',
      unit: 'answers',
      value: wrong,
      baseline: answers,
      against: `all answers to a reader who asks every ${lookEveryMs} ms`,
      aims: [atMost(wrong, 0, ' empty or partial')],
    },
  ];
}

/** Names of all read models, once each has handled the long log and can be asked to begin anew. */
async function allServing({ session }: ProductStage): Promise<string[]> {
  const admin = await session('admin');
  for (;;) {
    const { list } = await admin.call(readModelQuery, {});
    if (
      list.length > 0 &&
      list.every(
        ({ status, lagEvents, rebuild: running }) => status === 'serving' && lagEvents === 0 && running === null,
      )
    )
      return list.map(({ name }) => name);
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

interface Run {
  perSecond: number;
  cpu: Record<string, number>;
}

async function servingModels({ db }: ProductStage): Promise<Map<string, number>> {
  const { rows } = await db.query<{ name: string; generation: number }>(
    "select name, generation from projection.read_model where status = 'serving'",
  );
  return new Map(rows.map(({ name, generation }) => [name, generation]));
}

async function rebuild(stage: ProductStage, names: readonly string[], events: number): Promise<Run> {
  const admin = await stage.session('admin');
  const before = await servingModels(stage);
  const cpuBefore = await cpuOf(stage.processes);
  const ms = await timeOf(async () => {
    await admin.call(readModelRebuild, { commandId: randomUUID(), names: [...names] });
    for (;;) {
      const now = await servingModels(stage);
      if (names.every((name) => (now.get(name) ?? 0) > before.get(name)!)) return;
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
  });
  const cpu = await cpuOf(stage.processes);
  return {
    perSecond: events / (ms / 1000),
    cpu: Object.fromEntries(Object.keys(cpu).map((name) => [name, (cpu[name]! - cpuBefore[name]!) / events])),
  };
}

/**
 * Asks for a class's sheet and an office's counts over and over, and compares with the first answers: nobody writes
 * meanwhile.
 */
async function watchAnswers({
  session,
  db,
}: ProductStage): Promise<{ stop(): Promise<{ answers: number; wrong: number }> }> {
  const [teacher, office] = await Promise.all([session('teacher1'), session('registrar1')]);
  const {
    rows: [own],
  } = await db.query<{ id: string }>(
    `select taught.teaching_class_id as id from base.teaching_class_teacher taught
      join base.user_account account on account.gh = taught.gh
      join ${sheetTable} sheet on sheet.sheet_id = taught.teaching_class_id || '.1'
      where account.user_name = 'teacher1' order by 1 limit 1`,
  );
  const look = async (): Promise<string> => {
    const [{ rows, revision }, { todo, done }] = await Promise.all([
      teacher.call(readSheet, { teachingClassId: own!.id, scoreType: '1' }),
      office.call(approvalCounts, {}),
    ]);
    return JSON.stringify({ rows, revision, todo, done });
  };
  const first = await look();
  const seen = { answers: 0, wrong: 0 };
  const stopping = new AbortController();
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const answer = await look();
      seen.answers += 1;
      if (answer !== first) seen.wrong += 1;
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await watching;
      return seen;
    },
  };
}
