import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import { startTestEventNode, type TestEventNode } from '@jwxt/infra/testing/engines.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entryCount } from '../testing/entry-count.ts';
import { createBench, PATIENCE, type Bench } from '../testing/projection-bench.ts';
import { sheet } from '../testing/sample-events.ts';
import { createGeneration, currentGeneration, startServing } from './generation.ts';
import { createLiveFeed, type FeedMember } from './live-feed.ts';
import { reaches } from './log-batch.ts';
import { createModelWriter } from './model-writer.ts';

let store: TestEventNode;
let bench: Bench;
beforeAll(async () => {
  // Of its own: it writes what only a store itself writes.
  store = await startTestEventNode();
  bench = await createBench(store);
});
afterAll(async () => {
  await bench.close();
  await store.stop();
});

async function memberOf(name: string): Promise<FeedMember> {
  const projection = entryCount({ name });
  await startServing(bench.pool, (await createGeneration(bench.pool, projection, 'test'))!);
  return {
    writer: createModelWriter({ projection, generation: (await currentGeneration(bench.pool, name))!, worker: 'test' }),
    left: () => undefined,
  };
}

it('a read model that caught up joins though the store wrote events of its own since, and misses nothing', async () => {
  const [first, second] = [await memberOf('first-count'), await memberOf('second-count')];
  const feed = createLiveFeed(bench.pool, bench.log, createLogger('test', { level: 'silent' }), 50);
  await feed.exclusive(() => Promise.resolve(feed.join(first, 'start')));
  const last = await bench.writer.write(sheet('X').initialised(1));
  await expect.poll(() => reaches(feed.position ?? 'start', last), PATIENCE).toBe(true);
  await expect
    .poll(async () => {
      await Promise.all(
        Array.from({ length: 64 }, (_one, index) =>
          bench.writer.raw(`$$other-${index}`, { type: '$metadata', data: { $maxCount: 9 }, metadata: {} }),
        ),
      );
      return reaches(last, feed.position!);
    }, PATIENCE)
    .toBe(false);

  // It has read all that is ours, and stands before where the feed is.
  second.writer.stored = last;
  await bench.pool.query(
    `update projection.read_model set commit_position = $1, prepare_position = $2 where name = 'second-count'`,
    [String(last.commit), String(last.prepare)],
  );
  expect(await feed.exclusive(() => Promise.resolve(feed.join(second, last)))).toBe(true);
  const end = await bench.writer.write(sheet('X').entered(2, 1, 'ps', null, 700, null));
  await bench.allReached(
    [first, second].map(({ writer }) => writer.target.projection),
    end,
  );
  for (const name of ['first-count', 'second-count'])
    expect(await bench.rows(name, 'count')).toMatchObject([{ entries: 1 }]);
  await feed.close();
});
