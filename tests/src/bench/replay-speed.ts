import { auditScore } from '@jwxt/contracts/audit/audit.operations.ts';
import { scoreLedgerModel } from '@jwxt/contracts/score/score-ledger.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { atMost, type Figure } from './figure.ts';
import { asPlainRequest } from './plain-request.ts';
import { inTurns, type Plan } from './rounds.ts';
import type { ProductStage } from './stage.ts';

const streamTable = readModelTable(scoreLedgerModel, 'stream');

const plan: Plan = { inFlight: 1, rounds: 3, roundMs: 1_500 };
const scores = 200;

/**
 * A score as it was at a moment in the middle of its life, replayed from its events, beside reading the same streams.
 */
export async function measureReplay({
  db,
  env,
  driver,
  processes,
  scale,
  session,
  urls,
}: ProductStage): Promise<Figure[]> {
  const auditor = await session('auditor1');
  // Those with the longest lives, but none of the measurement's own classes: they were typed into thousands of times.
  // Asked for half-way.
  const { rows } = await db.query<{ studentCode: string; courseCode: string; streams: string[]; asOf: Date }>(
    `select student_code as "studentCode", course_id as "courseCode", array_agg(stream) as streams,
        min(first_at) + (max(last_at) - min(first_at)) / 2 as "asOf"
       from ${streamTable} group by 1, 2 having not bool_or(stream ~ '^scoreSheet-T[0-9a-f]{8}[0-9]+[.]')
       order by sum(event_count) desc, 1, 2 limit $1`,
    [scores],
  );
  const requests = rows.map(({ studentCode, courseCode, asOf }) =>
    asPlainRequest(auditor.encode(auditScore, { studentCode, courseCode, asOf: asOf.toISOString() })),
  );
  const loads = [
    await driver.prepare('sendRequests', { urls, requests }),
    await driver.prepare('readStreams', { url: env.EVENTSTORE_URL, groups: rows.map(({ streams }) => streams) }),
  ];
  const [replay, raw] = await inTurns(processes, loads, scale.plan(plan));
  const against = 'readStream of the same streams';
  return [
    { id: 'replay.p50', unit: 'ms', value: replay!.p50, baseline: raw!.p50, against, cpu: replay!.cpu },
    {
      id: 'replay.p99',
      unit: 'ms',
      value: replay!.p99,
      baseline: raw!.p99,
      against,
      aims: [atMost(replay!.p99, 20, ' ms')],
    },
  ];
}
