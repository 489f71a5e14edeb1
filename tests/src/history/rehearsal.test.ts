import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStreams } from '@jwxt/contracts/approval/application.state.ts';
import { createEventHistory, type EventHistory } from '@jwxt/contracts/kernel/event-history.ts';
import { attemptsStream } from '@jwxt/contracts/score/attempts.events.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { createStreamFolds } from '@jwxt/commands/kernel/stream-folds.ts';
import { replayApplication } from '@jwxt/gateway/audit/application-history.ts';
import { replayScore } from '@jwxt/gateway/audit/score-history.ts';
import { createStoredStreams } from '@jwxt/gateway/kernel/stored-streams.ts';
import { allProjections } from '@jwxt/projections/all-areas.ts';
import { createBench, type Bench } from '@jwxt/projections/testing/projection-bench.ts';
import { toAppend, type Sample, student } from '@jwxt/projections/testing/sample.ts';
import { wholeStory } from '@jwxt/projections/testing/whole-story.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asYesterday, historyOfTomorrow, renamed, split, tomorrow, type Placed } from './tomorrow.ts';

const projections = allProjections.map((projection) => {
  const streams = tomorrow(projection.streams);
  return { ...projection, streams, history: createEventHistory(streams) };
});

/** Each sample as an event of today, with the stream it belongs to. */
const today = (): Placed[] =>
  wholeStory()
    .flat<readonly (Sample | readonly Sample[])[], 1>()
    .map((given: Sample, index) => ({ stream: given.stream, event: toAppend(given, derivedId(`rehearsal-${index}`)) }));

/** The same as it was written yesterday. */
const yesterday = (): Placed[] => asYesterday(today());

let now: Bench;
let then: Bench;

beforeAll(async () => {
  [now, then] = await Promise.all([createBench(), createBench()]);
  await Promise.all(
    [[now, allProjections, today()] as const, [then, projections, yesterday()] as const].map(
      async ([bench, models, events]) => {
        // One half is there already when the read models are built, the other comes while they follow the log.
        const middle = Math.floor(events.length / 2);
        for (const { stream, event } of events.slice(0, middle)) await bench.writer.raw(stream, event);
        await bench.startWorker(models);
        let end: Position;
        for (const { stream, event } of events.slice(middle)) end = await bench.writer.raw(stream, event);
        await bench.allReached(models, end!);
      },
    ),
  );
});
afterAll(() => Promise.all([now.close(), then.close()]));

/** The same but for revisions: yesterday's application that passed has one event less. */
const withoutRevision = (rows: unknown): unknown =>
  JSON.parse(JSON.stringify(rows, (key, value: unknown) => (key === 'revision' ? undefined : value))) as unknown;

it('the log of yesterday has another form', () => {
  const types = yesterday().map(({ event }) => event.type);
  expect(types.filter((type) => type === 'ApplicationApproved')).toHaveLength(2);
  expect(types).toContain('CellsTyped');
  expect(types).not.toContain('CellsEntered');
  expect(yesterday()).toHaveLength(today().length - 2);
});

it('gives every read model row for row what the log of today gives, and parks nothing', async () => {
  const [expected, got] = [await now.dump(allProjections), await then.dump(projections)];
  expect(Object.values(expected).every((rows) => rows.length > 0)).toBe(true);
  expect(withoutRevision(got)).toEqual(withoutRevision(expected));
  expect((await then.pool.query('select * from projection.parked')).rows).toEqual([]);
  const revisions = (rows: unknown[]) =>
    new Map((rows as { apply_id: string; revision: number }[]).map(({ apply_id: id, revision }) => [id, revision]));
  const [before, after] = [
    revisions(got['approval-list.application']!),
    revisions(expected['approval-list.application']!),
  ];
  expect(
    [...after]
      .filter(([id, revision]) => revision !== before.get(id))
      .map(([id, revision]) => [id, revision, before.get(id)]),
  ).toEqual([
    ['A1', 3, 2],
    ['C1', 3, 2],
  ]);
});

it('replays an application and a score step by step as they were', async () => {
  const streamsOf = ({ log }: Bench, known: EventHistory | undefined) => createStoredStreams(log, undefined, known);
  const [expected, got] = await Promise.all(
    [streamsOf(now, undefined), streamsOf(then, historyOfTomorrow)].map(async (streams) => {
      const [application, ...score] = await Promise.all(
        [applicationStream('A1'), sheetStream('TC1', '1'), attemptsStream('S2', 'K1'), applicationStream('C1')].map(
          (stream) => streams.read(stream),
        ),
      );
      return {
        application: replayApplication(application!),
        score: replayScore([...application!, ...score.flat()], student(2), 'K1'),
        again: (await streams.read(applicationStream('A1'))).length,
      };
    }),
  );
  const steps = (replayed: typeof got) =>
    replayed!.application!.steps.map(({ title, byName, at }) => [title, byName, at]);
  expect(steps(got)).toEqual(steps(expected));
  expect(got!.application!.approvalBusinessStatusName).toBe('通过');
  expect(got!.score.steps.map(({ title, after }) => [title, after])).toEqual(
    expected!.score.steps.map(({ title, after }) => [title, after]),
  );
  expect(got!.score.current).toEqual(expected!.score.current);
  expect([got!.again, expected!.again]).toEqual([4, 4]);
});

it('decides on the state that the log of today gives', async () => {
  const [expected, got] = await Promise.all([
    createStreamFolds(now.log).refresh(applicationStream('A1'), applicationStreams),
    createStreamFolds(then.log).refresh(applicationStream('A1'), split),
  ]);
  expect(withoutRevision(got.state)).toEqual(withoutRevision(expected.state));
  expect([got.revision, expected.revision]).toEqual([2, 3]);
  const sheets = await Promise.all([
    createStreamFolds(now.log).refresh(sheetStream('TC1', '1'), sheetStreams),
    createStreamFolds(then.log).refresh(sheetStream('TC1', '1'), renamed),
  ]);
  expect(sheets[1].state).toEqual(sheets[0].state);
});
