import { expect, it } from 'vitest';
import { createOwnWrites, type OwnWrite } from './own-writes.ts';

/** Waits that end when the test says so. */
function held() {
  const waits: { write: OwnWrite; end: () => void }[] = [];
  const writes = createOwnWrites((write) => new Promise((resolve) => waits.push({ write, end: resolve })));
  return { waits, writes };
}

it('makes everything that a person looks at wait for what the person wrote, and nobody else', async () => {
  const { waits, writes } = held();
  writes.add('teacher1', { readModels: ['score-sheet'], position: '9/9' });
  await writes.shown('teacher2');
  expect(waits).toEqual([]);
  let shown = 0;
  const both = [writes.shown('teacher1'), writes.shown('teacher1')].map(async (wait) => {
    await wait;
    shown += 1;
  });
  expect(waits.map(({ write }) => write)).toEqual([
    { readModels: ['score-sheet'], position: '9/9' },
    { readModels: ['score-sheet'], position: '9/9' },
  ]);
  expect(shown).toBe(0);
  for (const { end } of waits) end();
  await Promise.all(both);
  await writes.shown('teacher1');
  expect(waits).toHaveLength(2);
});

it('waits for the last of several writes, in all of their read models, whatever their order', async () => {
  const { waits, writes } = held();
  writes.add('teacher1', { readModels: ['attempt'], position: '100/100' });
  writes.add('teacher1', { readModels: ['elective', 'attempt'], position: '99/99' });
  const shown = writes.shown('teacher1');
  expect(waits[0]!.write).toEqual({ readModels: ['attempt', 'elective'], position: '100/100' });
  // What is written while somebody waits is not forgotten with it.
  writes.add('teacher1', { readModels: ['attempt'], position: '101/101' });
  waits[0]!.end();
  await shown;
  void writes.shown('teacher1');
  expect(waits[1]!.write.position).toBe('101/101');
});
