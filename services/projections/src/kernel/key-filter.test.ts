import { expect, it } from 'vitest';
import { createKeyFilter } from './key-filter.ts';

it('never forgets what was added, and seldom takes something else for it', () => {
  const filter = createKeyFilter();
  const key = (index: number): string => `scoreSheet-TC${index % 977}.1\u0001S${index}`;
  for (let index = 0; index < 60_000; index += 1) filter.add(key(index));
  let [forgotten, mistaken] = [0, 0];
  for (let index = 0; index < 60_000; index += 1) {
    if (!filter.mayHave(key(index))) forgotten += 1;
    if (filter.mayHave(key(60_000 + index))) mistaken += 1;
  }
  expect(forgotten).toBe(0);
  expect(mistaken).toBeLessThan(500);
});
