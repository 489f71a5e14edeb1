import { describe, expect, test } from 'vitest';
import { openGrid, type Grid } from '../sheet-grid/sheet-grid.model.ts';
import { discardDrafts, typeCells } from './sheet-edit.model.ts';
import { restoreDrafts } from './sheet-merge.model.ts';
import { takeAttempt } from './sheet-save.model.ts';
import { sheetOutbox, type OutboxRecord, type OutboxStore } from './sheet-outbox.store.ts';
import { sampleSheet } from '../sheet-sample.fixture.ts';

function memoryStore(alive: Set<string>) {
  const records = new Map<string, OutboxRecord>();
  const leaving = new Map<string, () => void>();
  let failing = false;
  let puts = 0;
  const store: OutboxStore = {
    list: async (userName) => structuredClone([...records.values()].filter((record) => record.userName === userName)),
    async put(record) {
      puts += 1;
      await Promise.resolve();
      if (failing) throw new Error('disk full');
      records.set(record.key, structuredClone(record));
    },
    remove: async (key) => {
      records.delete(key);
    },
    isAlive: async (owner) => alive.has(owner),
    whenGone: (owner) =>
      new Promise((resolve) => {
        leaving.set(owner, () => {
          alive.delete(owner);
          resolve();
        });
      }),
  };
  return {
    store,
    records,
    leave: (owner: string) => {
      leaving.get(owner)?.();
    },
    puts: () => puts,
    fail: (on: boolean) => {
      failing = on;
    },
  };
}

const type = (grid: Grid, studentCode: string, text: string) =>
  typeCells(grid, [{ studentCode, dataKey: 'ps', text }]).grid;
const at = (owner: string, userName = 'teacher1') => ({ userName, sheetId: 'tc1.1', owner });
const open = () => openGrid(sampleSheet(), 'teacher1');

describe('the outbox of a sheet', () => {
  test('survives the page: a new page gets drafts and the unanswered save back, then the old record goes', async () => {
    const { store, records } = memoryStore(new Set());
    const before = sheetOutbox(
      store,
      at('page1'),
      () => 1,
      () => {},
    );
    const grid = takeAttempt(type(open(), 's1', '80'), 'c1');
    before.keep(grid);
    await before.settled();

    const after = sheetOutbox(
      store,
      at('page2'),
      () => 2,
      () => {},
    );
    const found = await after.abandoned();
    expect(found).toHaveLength(1);
    const { grid: restored } = restoreDrafts(open(), found[0]?.drafts ?? {}, found[0]?.attempt ?? null);
    expect(restored.attempt).toEqual(grid.attempt);
    after.keep(restored);
    await after.settled();
    await after.adopted(found);
    expect([...records.keys()]).toEqual(['teacher1|tc1.1|page2']);
  });

  test('leaves alone what an open page, another person or another sheet holds', async () => {
    const { store } = memoryStore(new Set(['page1']));
    for (const place of [at('page1'), at('page3', 'teacher2'), { ...at('page4'), sheetId: 'tc2.1' }]) {
      const outbox = sheetOutbox(
        store,
        place,
        () => 1,
        () => {},
      );
      outbox.keep(type(open(), 's1', '80'));
      await outbox.settled();
    }
    expect(
      await sheetOutbox(
        store,
        at('page9'),
        () => 1,
        () => {},
      ).abandoned(),
    ).toEqual([]);
  });

  test('is told when another page is gone, so a reload finds what the page before was still closing over', async () => {
    const { store, leave } = memoryStore(new Set(['page1']));
    const before = sheetOutbox(
      store,
      at('page1'),
      () => 1,
      () => {},
    );
    before.keep(type(open(), 's1', '80'));
    await before.settled();
    const after = sheetOutbox(
      store,
      at('page2'),
      () => 2,
      () => {},
    );
    const told = Promise.withResolvers<void>();
    expect(await after.abandoned(told.resolve)).toEqual([]);
    leave('page1');
    await told.promise;
    expect(await after.abandoned()).toHaveLength(1);
  });

  test('is empty once everything is acknowledged', async () => {
    const { store, records } = memoryStore(new Set());
    const outbox = sheetOutbox(
      store,
      at('page1'),
      () => 1,
      () => {},
    );
    const grid = type(open(), 's1', '80');
    outbox.keep(grid);
    await outbox.settled();
    expect(records.size).toBe(1);
    outbox.keep(discardDrafts(grid));
    await outbox.settled();
    expect(records.size).toBe(0);
  });

  test('starts to write with the first draft, after looks at a sheet in which nothing was typed', async () => {
    const { store, records } = memoryStore(new Set());
    const outbox = sheetOutbox(
      store,
      at('page1'),
      () => 1,
      () => {},
    );
    outbox.keep(open());
    outbox.keep(open());
    await outbox.settled();
    outbox.keep(type(open(), 's1', '80'));
    await outbox.settled();
    expect(records.size).toBe(1);
  });

  test('writes the newest state, not every one', async () => {
    const { store, records, puts } = memoryStore(new Set());
    const outbox = sheetOutbox(
      store,
      at('page1'),
      () => 1,
      () => {},
    );
    for (let score = 0; score <= 100; score += 1) outbox.keep(type(open(), 's1', String(score)));
    await outbox.settled();
    expect([...records.values()][0]?.drafts['s1']?.['ps']?.text).toBe('100.0');
    expect(puts()).toBeLessThanOrEqual(2);
  });

  test('says when it cannot write, and writes again with the next change', async () => {
    const { store, records, fail } = memoryStore(new Set());
    const failures: unknown[] = [];
    const outbox = sheetOutbox(
      store,
      at('page1'),
      () => 1,
      (error) => {
        failures.push(error);
      },
    );
    fail(true);
    outbox.keep(type(open(), 's1', '80'));
    await outbox.settled();
    expect(failures).toHaveLength(1);
    fail(false);
    outbox.keep(type(open(), 's1', '81'));
    await outbox.settled();
    expect(records.size).toBe(1);
  });
});
