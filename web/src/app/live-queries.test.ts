import { approvalCounts, queryApprovals } from '@jwxt/contracts/approval/approval.operations.ts';
import { sheet } from '@jwxt/contracts/score/score-entry.operations.ts';
import { readModelQuery } from '@jwxt/contracts/system/system.operations.ts';
import { operations } from '@jwxt/contracts/all-areas.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { operationKey } from '../lib/queries.ts';
import { listenToSheet } from '../lib/sheet-news.ts';
import { staleAfter } from './all-areas.ts';
import { refreshAfter } from './live-queries.ts';

const keys = [
  operationKey(approvalCounts, {}),
  operationKey(queryApprovals, { type: '1' }),
  operationKey(readModelQuery, {}),
  operationKey(sheet, { teachingClassId: 'tc.1', scoreType: '1' }),
  operationKey(sheet, { teachingClassId: 'tc.2', scoreType: '1' }),
];

function staleBy(message: Parameters<typeof refreshAfter>[1]): unknown[] {
  const client = new QueryClient();
  for (const key of keys) client.setQueryData([...key], {});
  refreshAfter(client, message);
  return keys.map((key) => client.getQueryState([...key])?.isInvalidated);
}

describe('what a message makes stale', () => {
  it('approvals: lists and counts; a sheet: that sheet alone; read models: theirs; a gap: everything', () => {
    expect(staleBy({ type: 'approvals', topic: 'dean1' })).toEqual([true, true, false, false, false]);
    expect(staleBy({ type: 'sheet', topic: 'sysmesg', sheetId: 'tc.1.1' })).toEqual([false, false, false, true, false]);
    expect(staleBy({ type: 'readModels', topic: 'sysmesg' })).toEqual([false, false, true, false, false]);
    expect(staleBy('gap')).toEqual([true, true, true, true, true]);
    expect(staleBy({ type: 'pong' })).toEqual([false, false, false, false, false]);
  });

  it('a sheet that is open where the change was made is not fetched for it', () => {
    const heard: number[] = [];
    const deafen = listenToSheet('tc.1.1', (revision) => {
      heard.push(revision);
      return revision <= 7;
    });
    const told = { type: 'sheet', topic: 'teacher1', sheetId: 'tc.1.1' } as const;
    const nothing = [false, false, false, false, false];
    const thatSheet = [false, false, false, true, false];
    expect(staleBy({ ...told, revision: 7 })).toEqual(nothing);
    expect(staleBy({ ...told, revision: 8 })).toEqual(thatSheet);
    expect(staleBy(told)).toEqual(thatSheet);
    deafen();
    expect(staleBy({ ...told, revision: 7 })).toEqual(thatSheet);
    expect(heard).toEqual([7, 8]);
  });

  it('every name is one of an operation', () => {
    for (const name of Object.values(staleAfter).flat())
      expect(
        operations.some(({ id }) => id === name || (name.endsWith('.') && id.startsWith(name))),
        name,
      ).toBe(true);
  });

  it('a stream of messages is fetched for in rounds: none is cut off, and the last one is heard', async () => {
    const client = new QueryClient();
    const answers: ((todo: number) => void)[] = [];
    const aborted: boolean[] = [];
    const observer = new QueryObserver(client, {
      queryKey: operationKey(approvalCounts, {}),
      queryFn: ({ signal }) =>
        new Promise<number>((resolve) => {
          signal.addEventListener('abort', () => aborted.push(true));
          answers.push(resolve);
        }),
    });
    const stop = observer.subscribe(() => undefined);
    answers[0]?.(0);
    await vi.waitFor(() => {
      expect(observer.getCurrentResult().data).toBe(0);
    });
    for (let message = 0; message < 5; message += 1) refreshAfter(client, { type: 'approvals', topic: 'dean1' });
    await vi.waitFor(() => {
      expect(answers).toHaveLength(2);
    });
    answers[1]?.(1);
    await vi.waitFor(() => {
      expect(answers).toHaveLength(3);
    });
    answers[2]?.(5);
    await vi.waitFor(() => {
      expect(observer.getCurrentResult().data).toBe(5);
    });
    expect([answers.length, aborted]).toEqual([3, []]);
    stop();
  });
});
