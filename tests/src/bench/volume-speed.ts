import { operations } from '@jwxt/contracts/all-areas.ts';
import { permissionOf } from '@jwxt/contracts/kernel/operation.ts';
import { fillApprovals } from '@jwxt/gateway/testing/approval-backlog.ts';
import { callsOf, readingOperations } from '@jwxt/gateway/testing/list-calls.ts';
import { fillLists } from '@jwxt/gateway/testing/list-volume.ts';
import { fillScores } from '@jwxt/gateway/testing/score-volume.ts';
import { atMost, quantile, type Figure } from './figure.ts';
import type { ProductStage } from './stage.ts';

/** Published scores; `BENCH_SCORES` names another number. */
const scores = [Number(process.env['BENCH_SCORES'] ?? 10_000_000), 3_000] as const;
const scoresOfSheet = 60;
/** One sees the whole school, the other the own unit. */
const askers = [
  { name: 'office1', role: '02' },
  { name: 'dean1', role: '04' },
] as const;
const timesAsked = [7, 1] as const;
/** Figures kept beside that of all together: of the slowest. */
const shown = 12;
/** What a list or a search may take at the server. */
const aimMs = 300;

/** Milliseconds of the answers to one operation, of all askers and filters; nothing but answers that succeeded. */
type Times = ReadonlyMap<string, readonly number[]>;

/**
 * Every list and every search, without a filter and with each, over ten million published scores and what belongs to
 * them, beside the same over the demo university. Leaves rows that no event tells of.
 */
export async function measureVolume(stage: ProductStage): Promise<Figure[]> {
  const { db, scale } = stage;
  for (const { role } of askers) {
    const codes = [...new Set(operations.map(permissionOf).filter((code) => code !== null))];
    await db.query(
      'insert into base.role_permission (jsbh, qxbh) select $1, unnest($2::text[]) on conflict do nothing',
      [role, codes],
    );
  }
  const before = await askAll(stage);
  const size = scale.size(...scores);
  await fillScores(db, {
    sheets: Math.ceil(size / scoresOfSheet),
    scoresEach: scoresOfSheet,
    students: Math.ceil(size / 50),
  });
  await fillApprovals(db, { applications: Math.ceil(size / 20) });
  await fillLists(db, Math.ceil(size / 20));
  const after = await askAll(stage);
  const p95 = (times: Times, id: string): number => quantile(times.get(id) ?? [0], 0.95);
  const slowest = [...after.keys()].toSorted((a, b) => p95(after, b) - p95(after, a));
  const all = (times: Times): number => quantile([...times.values()].flat(), 0.95);
  const against = 'the same over the demo university';
  const answers = (times: Times): number => [...times.values()].flat().length;
  return [
    { id: 'volume.answers', unit: 'answers', value: answers(after), baseline: answers(before), against },
    { id: 'volume.all.p95', unit: 'ms', value: all(after), baseline: all(before), against },
    ...slowest.slice(0, shown).map((id): Figure => ({
      id: `volume.${id}.p95`,
      unit: 'ms',
      value: p95(after, id),
      baseline: p95(before, id),
      against,
      aims: [atMost(p95(after, id), aimMs, ' ms')],
    })),
  ];
}

async function askAll({ session, scale }: ProductStage): Promise<Times> {
  const times = new Map<string, number[]>();
  for (const { name } of askers.slice(0, scale.size(askers.length, 1))) {
    const person = await session(name);
    for (const operation of readingOperations) {
      for (const input of callsOf(operation).slice(0, scale.size(Number.MAX_SAFE_INTEGER, 1))) {
        for (let round = 0; round < scale.size(...timesAsked); round += 1) {
          const time = await ask(() => person.encode(operation, input));
          if (time === null) break;
          times.set(operation.id, [...(times.get(operation.id) ?? []), time]);
        }
      }
    }
  }
  return times;

  /** Null for anything but a success: a refusal says nothing of a list. */
  async function ask(
    encode: () => ReturnType<Awaited<ReturnType<ProductStage['session']>>['encode']>,
  ): Promise<number | null> {
    const { url, method, headers, body } = encode();
    const begin = performance.now();
    const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
    await answer.arrayBuffer();
    return answer.ok ? performance.now() - begin : null;
  }
}
