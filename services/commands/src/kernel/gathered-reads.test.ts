import { expect, test } from 'vitest';
import { gatherReads } from './gathered-reads.ts';

/** Reads that end when told to. */
function controlled() {
  const reads: { keys: readonly string[]; end: PromiseWithResolvers<void> }[] = [];
  const started: PromiseWithResolvers<void>[] = [Promise.withResolvers(), Promise.withResolvers()];
  const ask = gatherReads(async (keys: readonly string[]) => {
    const end = Promise.withResolvers<void>();
    reads.push({ keys, end });
    started[reads.length - 1]?.resolve();
    await end.promise;
    return keys.map((key) => key.toUpperCase());
  });
  return { ask, reads, started };
}

test('those who ask at the same time are read together, those who ask meanwhile by the next read', async () => {
  const { ask, reads, started } = controlled();
  const first = [ask('a'), ask('b')];
  await started[0]!.promise;
  const late = [ask('c'), ask('a')];
  expect(reads.map(({ keys }) => keys)).toEqual([['a', 'b']]);
  reads[0]!.end.resolve();
  expect(await Promise.all(first)).toEqual(['A', 'B']);
  await started[1]!.promise;
  expect(reads[1]!.keys).toEqual(['c', 'a']);
  reads[1]!.end.resolve();
  expect(await Promise.all(late)).toEqual(['C', 'A']);
});

test('a read that fails fails for those who asked for it alone', async () => {
  const { ask, reads, started } = controlled();
  const first = ask('a');
  await started[0]!.promise;
  const late = ask('b');
  reads[0]!.end.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await started[1]!.promise;
  reads[1]!.end.resolve();
  expect(await late).toBe('B');
});
