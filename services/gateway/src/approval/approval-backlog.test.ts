import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOverdue } from '@jwxt/contracts/approval/approval.rules.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { todoQueueModel } from '@jwxt/contracts/approval/todo-queue.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { PreparedQuery } from '../kernel/prepared-query.ts';
import { createQueueKeys } from './shared/queue-keys.ts';
import { createPrincipals } from '../session/principals.ts';
import { fillApprovals } from '../testing/approval-backlog.ts';
import { startSchool, type School } from '../testing/school.ts';
import type { Viewer } from './shared/approval-viewer.ts';
import { beginOf, daysBefore, type ApprovalFilter } from './approval-filter.ts';
import { findOldest, listApprovals } from './approval-list.read.ts';
import { readCounts } from './approval-totals.read.ts';

const applicationTable = readModelTable(approvalListModel, 'application');
const handledTable = readModelTable(approvalListModel, 'handled');
const itemTable = readModelTable(todoQueueModel, 'item');

const people = ['dean1', 'registrar1', 'office1', 'teacher1', 'clerk1', 'auditor1'];
/**
 * People who decide for somebody absent: of another unit, of the office, and who entered with the absent what waits
 * there.
 */
const delegates = new Map([
  ['dean2', 'teacher1'],
  ['registrar1', 'office1'],
  ['teacher1b', 'teacher1'],
]);
const now = new Date();
let school: School;
let viewers: ReadonlyMap<string, Viewer>;
const delegateOf = (name: string): string => `${name} as a delegate`;
const everybody = [...people, ...[...delegates.keys()].map(delegateOf)];

beforeAll(async () => {
  school = await startSchool({ services: true });
  const clock = (): Date => now;
  const principals = createPrincipals(school.pool, clock);
  const queueKeys = createQueueKeys(school.pool, clock, principals);
  viewers = new Map(
    await Promise.all(
      people.map(async (name) => {
        const user = (await principals.get(name))!;
        return [
          name,
          { user, queueKeys: await queueKeys.of(user), represented: await queueKeys.represented(user), copiedKeys: [] },
        ] as const;
      }),
    ),
  );
  // Who applied and entered so much approves now, too: what is hidden from him is hidden from who stands in for him.
  await school.pool.query(`insert into base.user_role (user_name, jsbh) values ('teacher1', '04')`);
  principals.forget('teacher1');
  const viewerOf = async (name: string): Promise<Viewer> => {
    const user = (await principals.get(name))!;
    return { user, queueKeys: await queueKeys.of(user), represented: new Map(), copiedKeys: [] };
  };
  for (const [name, absent] of delegates) {
    const [own, lent] = await Promise.all([viewerOf(name), viewerOf(absent)]);
    const represented = new Map(
      lent.queueKeys
        .filter((key) => !own.queueKeys.includes(key))
        .map((key) => [key, { authId: 'G', userName: absent, name: absent }]),
    );
    viewers = new Map([
      ...viewers,
      [delegateOf(name), { ...own, queueKeys: [...own.queueKeys, ...represented.keys()], represented }],
    ]);
  }
  await fillApprovals(school.pool, { applications: 2_000, units: 4, oneWaitsIn: 10, days: 100 });
});
afterAll(() => school.stop());

const filter = (more: Partial<ApprovalFilter>): ApprovalFilter => ({
  type: '0',
  days: 0,
  pageNum: 1,
  pageSize: 8,
  ...more,
});
const filters = (['0', '1', '2'] as const).flatMap((type) => [
  filter({ type }),
  filter({ type, days: 30 }),
  filter({ type, days: 3 }),
  filter({ type, processNos: ['CJXGSP'] }),
  filter({ type, processNos: ['CJXGSP', 'ZKCJSP'] }),
  filter({ type, processNos: [] }),
  filter({ type, days: 30, processNos: ['XTNCJRDSH'] }),
  filter({ type, keyword: '课程11' }),
]);

/** What a person's tab holds, by its definition and without any count or order kept for it. */
async function defined(name: string, { type, days, processNos, keyword }: ApprovalFilter): Promise<string[]> {
  const { user, queueKeys, represented } = viewers.get(name)!;
  const everything = type === '0' && ['registrar1', 'office1', 'auditor1'].includes(user.userName);
  const absent = queueKeys.map((key) => represented.get(key)?.userName ?? user.userName);
  const { rows } = await school.pool.query<{ id: string }>(
    `select application.apply_id as id from ${applicationTable} application
       left join ${itemTable} item on item.apply_id = application.apply_id and item.queue_key = any($2)
         and $1 <> all(item.excluded)
         and ($9::text[])[array_position($2, item.queue_key)] <> all(item.excluded)
       left join ${handledTable} handled on handled.apply_id = application.apply_id and handled.user_name = $1
      where case $3 when '1' then item.apply_id is not null when '2' then handled.apply_id is not null else $4
        or application.applicant_user = $1 or item.apply_id is not null or handled.apply_id is not null end
        and ($5 = 0 or case $3 when '2' then handled.decided_at else application.apply_time
          end >= (date_trunc('day', $8::timestamptz at time zone 'Asia/Shanghai') - make_interval(days => $5)) at time
          zone 'Asia/Shanghai')
        and ($6::text[] is null or application.process_no = any($6)) and ($7::text is null
          or position($7 in application.title) > 0)
      order by case when $3 = '1' then item.waiting_since end, case $3 when '2' then handled.decided_at
        else application.apply_time
        end desc, application.apply_id`,
    [user.userName, queueKeys, type, everything, days, processNos ?? null, keyword ?? null, now, absent],
  );
  return rows.map(({ id }) => id);
}

describe('lists over a backlog', () => {
  // APPROVAL-02…06
  it('each tab, range, process and word shows what it is defined to show, in order, with the exact total', async () => {
    for (const name of everybody) {
      for (const one of filters) {
        const expected = await defined(name, one);
        const seen: string[] = [];
        for (const pageNum of [1, 2, Math.max(1, Math.ceil(expected.length / 200))]) {
          const { list, total } = await listApprovals(
            school.pool,
            viewers.get(name)!,
            { ...one, pageNum, pageSize: 200 },
            now,
          );
          expect(total, `${name} ${JSON.stringify(one)}`).toBe(expected.length);
          expect(
            list.map(({ applyId }) => applyId),
            `${name} ${JSON.stringify(one)} ${String(pageNum)}`,
          ).toEqual(expected.slice((pageNum - 1) * 200, pageNum * 200));
          seen.push(...list.map(({ applyId }) => applyId));
        }
        if (expected.length > 0) expect(seen).not.toEqual([]);
      }
    }
  });

  it("a person's own decisions go by all that is in sight of them, both ways", async () => {
    const orders = {
      time: (way: string) => `handled.decided_at ${way}`,
      applyTime: (way: string) => `application.apply_time ${way}`,
      process: (way: string) => `application.process_name collate base.pinyin ${way}, handled.decided_at desc`,
      applicant: (way: string) => `application.applicant_name collate base.pinyin ${way}, handled.decided_at desc`,
      status: (way: string) => `application.status ${way}, handled.decided_at desc`,
    };
    for (const [key, order] of Object.entries(orders) as [keyof typeof orders, (way: string) => string][])
      for (const sort of [key, `${key},desc`] as const)
        for (const days of [0, 30]) {
          const since = days === 0 ? new Date(0) : new Date(beginOf(daysBefore(now, days)));
          const { rows } = await school.pool.query<{ id: string; at: Date }>(
            `select handled.apply_id as id, handled.decided_at as at
               from ${handledTable} handled join ${applicationTable} application using (apply_id)
              where handled.user_name = 'registrar1' and handled.decided_at >= $1
              order by ${order(sort === key ? '' : 'desc')}, handled.apply_id limit 400`,
            [since],
          );
          expect(rows.length).toBeGreaterThan(20);
          const pages = await Promise.all(
            [1, 2].map((pageNum) =>
              listApprovals(
                school.pool,
                viewers.get('registrar1')!,
                filter({ type: '2', days, pageNum, pageSize: 200, sort }),
                now,
              ),
            ),
          );
          expect(
            pages.flatMap(({ list }) => list.map(({ applyId, decidedTime }) => [applyId, decidedTime])),
            `${sort} ${String(days)}`,
          ).toEqual(rows.map(({ id, at }) => [id, toDateTimeText(at)]));
        }
  });

  it('counts what the lists hold', async () => {
    for (const name of everybody) {
      const viewer = viewers.get(name)!;
      const total = async (more: Partial<ApprovalFilter>) =>
        (await listApprovals(school.pool, viewer, filter(more), now)).total;
      const {
        rows: [own],
      } = await school.pool.query<{ n: number }>(
        `select count(*)::int as n from ${applicationTable} where applicant_user = $1`,
        [viewer.user.userName],
      );
      const counts = await readCounts(school.pool, viewer, now);
      expect(counts, name).toMatchObject({
        todo: await total({ type: '1' }),
        done: await total({ type: '2' }),
        applied: own?.n,
      });
      expect(counts.todo).toBeGreaterThanOrEqual(counts.overdue + counts.today);
      const waiting = (await listApprovals(school.pool, viewer, filter({ type: '1', pageSize: 1 }), now)).list;
      expect(await findOldest(school.pool, viewer, now), name).toEqual(waiting[0] ?? null);
    }
  });

  it("count as overdue what the list shows so: by the limit of each process, else the school's", async () => {
    for (const days of ['3', '8']) {
      await school.pool.query(`update base.parameter set para_value = $1 where param_code = 'SP_CBTS'`, [days]);
      for (const name of everybody) {
        const viewer = viewers.get(name)!;
        const { list } = await listApprovals(school.pool, viewer, filter({ type: '1', pageSize: 2_000 }), now);
        const overdue = list.filter(({ waitingSince, timeLimitDays }) =>
          isOverdue(waitingSince!, toDateTimeText(now), timeLimitDays),
        );
        expect((await readCounts(school.pool, viewer, now)).overdue, `${name}, ${days} days`).toBe(overdue.length);
        if (name === 'registrar1')
          expect(new Set(overdue.map(({ timeLimitDays }) => timeLimitDays))).toEqual(new Set([1, Number(days), 15]));
      }
    }
  });

  // The counts, and a first page with its total.
  it('cost the same however large the backlog: with five times as many, they read hardly more blocks', async () => {
    const before = await costs();
    await fillApprovals(school.pool, { applications: 8_000, units: 4, oneWaitsIn: 10, days: 100 });
    const after = await costs();
    for (const [what, blocks] of after)
      expect(blocks, `${what}: ${String(before.get(what))} blocks before`).toBeLessThan(
        2 * (before.get(what) ?? 0) + 20,
      );
  });
});

/** Blocks that each read touches. */
async function costs(): Promise<Map<string, number>> {
  const reads: [string, (db: Queryable, viewer: Viewer) => Promise<unknown>][] = [
    ...(['0', '1', '2'] as const).flatMap((type) =>
      [0, 30].map(
        (days) =>
          [
            `tab ${type}, ${String(days)} days`,
            (db: Queryable, viewer: Viewer) => listApprovals(db, viewer, filter({ type, days }), now),
          ] as [string, (db: Queryable, viewer: Viewer) => Promise<unknown>],
      ),
    ),
    ['counts', (db, viewer) => Promise.all([readCounts(db, viewer, now), findOldest(db, viewer, now)])],
  ];
  const found = new Map<string, number>();
  for (const name of people) {
    for (const [what, read] of reads) {
      let blocks = 0;
      const explaining = {
        async query(asked: string | PreparedQuery, unprepared: unknown[] = []) {
          const { text, values } = typeof asked === 'string' ? { text: asked, values: unprepared } : asked;
          const {
            rows: [answer],
          } = await school.pool.query<{
            'QUERY PLAN': [{ Plan: Record<'Shared Hit Blocks' | 'Shared Read Blocks', number> }];
          }>(`explain (analyze, buffers, format json) ${text}`, values);
          const plan = answer!['QUERY PLAN'][0].Plan;
          blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
          return await school.pool.query(text, values);
        },
      };
      await read(explaining as unknown as Queryable, viewers.get(name)!);
      found.set(`${name}, ${what}`, blocks);
    }
  }
  return found;
}
