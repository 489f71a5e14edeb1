import { randomUUID } from 'node:crypto';
import { approvalCounts, approvalDetail, approve } from '@jwxt/contracts/approval/approval.operations.ts';
import { SUCCESS_CODE } from '@jwxt/contracts/kernel/envelope.ts';
import { atMost, quantile, type Figure } from './figure.ts';
import { layApplications, type WaitingApplication } from './laid-applications.ts';
import { notifyTimes } from './notify-latency.ts';
import { cpuOf } from './process-cost.ts';
import { openCrowd, openScreen, type Screen } from './screens.ts';
import type { ProductStage } from './stage.ts';

/** Decisions of one after the other; of 32 at once; and how often those 32. */
const oneByOne = [40, 2] as const;
const atOnce = [32, 2] as const;
const volleys = [6, 1] as const;
const sockets = [1_000, 20] as const;
const aimMs = 100;
const crowdedAimMs = 250;
/** Longer than messages gather, so that one decision's message is not taken for the next one's. */
const quietMs = 150;

/**
 * From a dean's decision to the new count on the screen of the office that is to decide next, beside append →
 * subscription → NOTIFY.
 */
export async function measurePush(stage: ProductStage): Promise<Figure[]> {
  const { size } = stage.scale;
  const [single, together] = [size(...oneByOne), size(...atOnce)];
  const perSetting = single + together * size(...volleys);
  const waiting = await layApplications(stage, 2 * perSetting);
  const notified = await notifyTimes(stage, single);
  const quiet = await settings(stage, waiting.slice(0, perSetting), single, together);
  const crowd = await openCrowd(stage, size(...sockets));
  const crowded = await settings(stage, waiting.slice(perSetting), single, together);
  crowd.close();
  const figures = (id: string, { times, cpu }: Decisions, mostMs: number): Figure[] => {
    const about = { unit: 'ms', against: 'append, subscription, NOTIFY' } as const;
    const p99 = quantile(times, 0.99);
    return [
      { id: `${id}.p50`, ...about, value: quantile(times, 0.5), baseline: quantile(notified, 0.5), cpu },
      { id: `${id}.p99`, ...about, value: p99, baseline: quantile(notified, 0.99), aims: [atMost(p99, mostMs, ' ms')] },
    ];
  };
  return [
    ...figures('push.one', quiet.one, aimMs),
    ...figures(`push.${together}`, quiet.many, aimMs),
    ...figures('push.sockets.one', crowded.one, crowdedAimMs),
    ...figures(`push.sockets.${together}`, crowded.many, crowdedAimMs),
  ];
}

/** How long decisions took to be shown, and the CPU milliseconds of each process for one, its page's reads included. */
interface Decisions {
  readonly times: readonly number[];
  readonly cpu: Readonly<Record<string, number>>;
}

/** With one approver, and with many who decide at the same moment. */
async function settings(
  stage: ProductStage,
  waiting: readonly WaitingApplication[],
  single: number,
  many: number,
): Promise<{ one: Decisions; many: Decisions }> {
  const screen = await openScreen(stage, 'registrar2');
  const measure = async (laid: readonly WaitingApplication[], together: number): Promise<Decisions> => {
    const before = await cpuOf(stage.processes);
    const times = await decisionTimes(screen, stage, laid, together);
    const after = await cpuOf(stage.processes);
    return {
      times,
      cpu: Object.fromEntries(Object.keys(after).map((name) => [name, (after[name]! - before[name]!) / laid.length])),
    };
  };
  try {
    return { one: await measure(waiting.slice(0, single), 1), many: await measure(waiting.slice(single), many) };
  } finally {
    screen.close();
  }
}

/**
 * Lets deans pass applications, so many at the same moment. The screen fetches its count whenever it is told to. A
 * decision is shown when the count has risen by as many as were sent before it, and itself.
 */
async function decisionTimes(
  { session: office, onTold }: Screen,
  { session }: ProductStage,
  waiting: readonly WaitingApplication[],
  together: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let first = 0; first < waiting.length; first += together) {
    const volley = waiting.slice(first, first + together);
    const deans = await Promise.all(
      volley.map(async ({ dean, applyId }) => {
        const person = await session(dean);
        return { person, applyId, revision: (await person.call(approvalDetail, { applyId })).revision };
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, quietMs));
    const { todo: before } = await office.call(approvalCounts, {});
    const sent: number[] = [];
    const shown = new Promise<void>((resolve, reject) => {
      let known = before;
      const fetchCount = async (): Promise<void> => {
        const { todo } = await office.call(approvalCounts, {});
        const now = performance.now();
        for (; known < todo; known += 1) times.push(now - sent[known - before]!);
        if (known === before + volley.length) resolve();
      };
      onTold(() => void fetchCount().catch(reject));
    });
    await Promise.all([
      shown,
      ...deans.map(async ({ person, applyId, revision }) => {
        sent.push(performance.now());
        const { results } = await person.call(approve, {
          commandId: randomUUID(),
          approvalStatus: '0',
          approvalOpinion: '同意',
          keyList: [applyId],
          revisions: { [applyId]: revision },
        });
        if (results[applyId]?.code !== SUCCESS_CODE) throw new Error(results[applyId]?.message ?? 'not decided');
      }),
    ]);
  }
  return times;
}
