import { expect, it, vi } from 'vitest';
import type { OutboxStore } from '../sheet-save/sheet-outbox.store.ts';
import type { SaveAnswer } from '../sheet-save/sheet-save.model.ts';
import { sampleSheet } from '../sheet-sample.fixture.ts';
import { sheetSession } from './sheet-session.ts';

const emptyStore: OutboxStore = {
  list: () => Promise.resolve([]),
  put: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  isAlive: () => Promise.resolve(false),
  whenGone: () => new Promise(() => undefined),
};

/** A sheet at revision 5, whose saves are answered when the test says so. */
function open(extra: Parameters<typeof sampleSheet>[0] = {}) {
  const stale = vi.fn<() => void>();
  const answers: PromiseWithResolvers<SaveAnswer>[] = [];
  let ids = 0;
  const session = sheetSession(sampleSheet(extra), {
    userName: 'teacher1',
    myName: '周明远',
    sheetId: 'tc1.1',
    owner: 'here',
    store: emptyStore,
    send: () => {
      answers.push(Promise.withResolvers());
      return answers.at(-1)!.promise;
    },
    newId: () => `c${(ids += 1)}`,
    now: () => 1,
    onStale: stale,
    onSaved: () => undefined,
  });
  const save = async (text: string) => {
    session.type([{ studentCode: 's1', dataKey: 'ps', text }]);
    session.saveNow();
    await vi.waitFor(() => {
      expect(session.get().queue.kind).toBe('sending');
    });
  };
  const answer = async (revision: number) => {
    answers.at(-1)!.resolve({ revision, savedAt: '2026-11-20 10:33:00' });
    await vi.waitFor(() => {
      expect(session.get().queue.kind).toBe('idle');
    });
  };
  return { session, stale, save, answer, fail: (error: Error) => answers.at(-1)!.reject(error) };
}

it('what was saved here need not be fetched; what another saved meanwhile must be', async () => {
  const { session, stale, save, answer } = open();
  expect(session.reached(5)).toBe(true);
  expect(session.reached(6)).toBe(false);
  await save('81');
  await answer(6);
  expect(session.reached(6)).toBe(true);
  await save('82');
  await answer(8);
  expect(session.reached(8)).toBe(false);
  session.merge(sampleSheet({ revision: 8 }));
  expect(session.reached(8)).toBe(true);
  expect(stale).not.toHaveBeenCalled();
  session.stop();
});

it('news that overtakes the answer to a save waits for it', async () => {
  const { session, stale, save, answer } = open();
  await save('81');
  expect(session.reached(6)).toBe(true);
  await answer(6);
  expect(stale).not.toHaveBeenCalled();
  await save('82');
  expect(session.reached(7)).toBe(true);
  await answer(8);
  expect(stale).toHaveBeenCalledOnce();
  session.stop();
});

it('when the save does not come through, the news is fetched for', async () => {
  const { session, stale, save, fail } = open();
  await save('81');
  expect(session.reached(6)).toBe(true);
  fail(new TypeError('the line is down'));
  await vi.waitFor(() => {
    expect(stale).toHaveBeenCalledOnce();
  });
  session.stop();
});

it('the first save of all is fetched: the sheet begins, which shows beside its cells', async () => {
  const { session, save, answer } = open({ entryState: 'empty', sheetStatus: '1' });
  await save('81');
  await answer(6);
  expect(session.reached(6)).toBe(false);
  session.merge(sampleSheet({ revision: 6 }));
  expect(session.reached(6)).toBe(true);
  session.stop();
});
