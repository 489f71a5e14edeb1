import { approvalCounts, queryApprovals } from '@jwxt/contracts/approval/approval.operations.ts';
import type { Operation } from '@jwxt/contracts/kernel/operation.ts';
import { findOldest, listApprovals } from '@jwxt/gateway/approval/approval-list.read.ts';
import { readCounts } from '@jwxt/gateway/approval/approval-totals.read.ts';
import type { Viewer } from '@jwxt/gateway/approval/shared/approval-viewer.ts';
import { createQueueKeys } from '@jwxt/gateway/approval/shared/queue-keys.ts';
import { createPrincipals } from '@jwxt/gateway/session/principals.ts';
import { fillApprovals } from '@jwxt/gateway/testing/approval-backlog.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { statementsOf } from './bare-server.ts';
import { atMost, type Figure } from './figure.ts';
import { asPlainRequest } from './plain-request.ts';
import { inTurns, type Plan, type Summary } from './rounds.ts';
import type { ProductStage } from './stage.ts';

const plan: Plan = { inFlight: 1, rounds: 3, roundMs: 1_500 };
const sizes = [
  [1_000, 100],
  [100_000, 200],
  [1_000_000, 300],
] as const;
/** Those of a department and those of the whole school. */
const approvers = ['dean1', 'dean2', 'registrar1', 'office1'];

interface Question {
  readonly name: string;
  readonly operation: Operation;
  readonly input: Record<string, unknown>;
  read(db: Queryable, viewer: Viewer, now: Date): Promise<unknown>;
}
const questions: readonly Question[] = [
  {
    name: 'list',
    operation: queryApprovals,
    input: { type: '1', timeScopeValue: '0' },
    read: (db, viewer, now) => listApprovals(db, viewer, { type: '1', days: 0, pageNum: 1, pageSize: 8 }, now),
  },
  {
    name: 'count',
    operation: approvalCounts,
    input: {},
    read: (db, viewer, now) => Promise.all([readCounts(db, viewer, now), findOldest(db, viewer, now)]),
  },
];

/**
 * The to-do list's first page and the count at growing numbers of applications, beside their queries alone. Leaves a
 * backlog that no event tells of.
 */
export async function measureBacklog(stage: ProductStage): Promise<Figure[]> {
  const figures: Figure[] = [];
  const smallest = new Map<string, number>();
  let filled = 0;
  const sized = sizes.map(([full, small]) => stage.scale.size(full, small));
  for (const size of sized) {
    await fillApprovals(stage.db, { applications: size - filled });
    filled = size;
    for (const question of questions) {
      const [answer, query] = await ask(stage, question);
      const p95AtFirst = smallest.get(question.name) ?? answer.p95;
      smallest.set(question.name, p95AtFirst);
      const id = `todo.${question.name}.${size}`;
      const against = 'the query alone';
      figures.push(
        { id: `${id}.p50`, unit: 'ms', value: answer.p50, baseline: query.p50, against, cpu: answer.cpu },
        {
          id: `${id}.p95`,
          unit: 'ms',
          value: answer.p95,
          baseline: query.p95,
          against,
          ...(size === sized.at(-1)
            ? { aims: [atMost(answer.p95 / p95AtFirst, 1.5, ' × of that at a thousand')] }
            : {}),
        },
      );
    }
  }
  return figures;
}

async function ask(
  { db, driver, env, processes, scale, session, urls }: ProductStage,
  { operation, input, read }: Question,
): Promise<[Summary, Summary]> {
  const clock = (): Date => new Date();
  const principals = createPrincipals(db, clock);
  const queueKeys = createQueueKeys(db, clock, principals);
  const requests = await Promise.all(
    approvers.map(async (name) => asPlainRequest((await session(name)).encode(operation, input as never))),
  );
  const statements = await Promise.all(
    approvers.map(async (name) => {
      const user = (await principals.get(name))!;
      const viewer = {
        user,
        queueKeys: await queueKeys.of(user),
        represented: await queueKeys.represented(user),
        copiedKeys: await queueKeys.copied(user),
      };
      return await statementsOf(db, (recording) => read(recording, viewer, clock()));
    }),
  );
  const loads = [
    await driver.prepare('sendRequests', { urls, requests }),
    await driver.prepare('runStatements', { url: env.DATABASE_URL, groups: statements }),
  ];
  const [answer, query] = await inTurns(processes, loads, scale.plan(plan));
  return [answer!, query!];
}
