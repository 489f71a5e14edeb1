import { auditScore } from '@jwxt/contracts/audit/audit.operations.ts';
import { entryClasses, sheet as readSheet } from '@jwxt/contracts/score/score-entry.operations.ts';
import { listEntryClasses } from '@jwxt/gateway/score/entry-class.read.ts';
import { findSheet } from '@jwxt/gateway/score/sheet.read.ts';
import { createPrincipals } from '@jwxt/gateway/session/principals.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { inTurns, median, timeOf, type Figure } from './figure.ts';
import type { Stage } from './stage.ts';

const rounds = 3;
const readsInRound = 60;

/** The teacher's list of classes, a class's sheet and the replay of a score, one call after the other, beside their statements and stream reads alone. */
export async function measureReads(stage: Stage): Promise<Figure[]> {
  return [await classList(stage), await classSheet(stage), await scoreReplay(stage)];
}

/** The median time of some calls, in milliseconds. */
async function medianTime(call: (turn: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < readsInRound; turn += 1) times.push(await timeOf(() => call(turn)));
  return median(times);
}

async function classList(stage: Stage): Promise<Figure> {
  const teacher = await stage.session('teacher1');
  const principal = await principalOf(stage, 'teacher1');
  const { pageNo, pageSize, scoreType } = entryClasses.input.parse({});
  const replay = await recorded(stage, (db) => listEntryClasses(db, principal, { scoreType, pageNo, pageSize }, new Date()));
  return { id: 'gateway.classes', unit: 'ms', ...await inTurns(rounds, () => medianTime(() => teacher.call(entryClasses, {})), () => medianTime(replay)), against: 'its SQL alone' };
}

async function classSheet(stage: Stage): Promise<Figure> {
  const teacher = await stage.session('teacher1');
  const principal = await principalOf(stage, 'teacher1');
  const { rows: [first] } = await teacher.call(entryClasses, {});
  const { teachingClassId } = first!;
  const key = { teachingClassId, scoreType: '1' as const };
  const replay = await recorded(stage, (db) => findSheet(db, principal, 'scoreEntry:detail', key, new Date()));
  return { id: 'gateway.sheet', unit: 'ms', ...await inTurns(rounds, () => medianTime(() => teacher.call(readSheet, key)), () => medianTime(replay)), against: 'its SQL alone' };
}

async function scoreReplay({ db, store, session }: Stage): Promise<Figure> {
  const auditor = await session('auditor1');
  const { rows } = await db.query<{ studentCode: string; courseCode: string; streams: string[] }>(
    `select student_code as "studentCode", course_id as "courseCode", array_agg(stream) as streams from rm_score_ledger.stream
      group by 1, 2 order by sum(event_count) desc, 1, 2 limit $1`, [readsInRound]);
  const at = (turn: number) => rows[turn % rows.length]!;
  const readStreams = (turn: number): Promise<unknown> => Promise.all(at(turn).streams.map(async (stream) => {
    for await (const { event } of store.readStream(stream)) if (!event) throw new Error(`a link in ${stream}`);
  }));
  const replay = (turn: number): Promise<unknown> => {
    const { studentCode, courseCode } = at(turn);
    return auditor.call(auditScore, { studentCode, courseCode });
  };
  return { id: 'gateway.replay', unit: 'ms', ...await inTurns(rounds, () => medianTime(replay), () => medianTime(readStreams)), against: 'readStream of the same streams' };
}

async function principalOf({ db }: Stage, userName: string) {
  const principal = await createPrincipals(db, () => new Date()).get(userName);
  if (!principal) throw new Error(`no account ${userName}`);
  return principal;
}

/** Runs reads once, and answers a function that runs their statements again, side by side, and nothing else. */
async function recorded({ db }: Stage, read: (db: Queryable) => Promise<unknown>): Promise<() => Promise<unknown>> {
  const run = db.query.bind(db) as (...statement: readonly unknown[]) => Promise<unknown>;
  const statements: (readonly unknown[])[] = [];
  const query = async (...statement: readonly unknown[]): Promise<unknown> => {
    statements.push(statement);
    return await run(...statement);
  };
  await read({ query: query as Queryable['query'] });
  return () => Promise.all(statements.map((statement) => run(...statement)));
}
