import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { defineCommand } from './command.ts';
import {
  defineReadModel,
  int,
  json,
  orNull,
  readModelTable,
  table,
  text,
  textArray,
  timestamp,
  type ReadRowOf,
  type RowOf,
} from './read-model.ts';
import { readModelTitle, readModelTitles, type ReadModelName } from './read-model.vocabulary.ts';

const library = defineReadModel({
  name: 'library-loan',
  tables: {
    loan: table(
      {
        loan_id: text(),
        state: text<'open' | 'returned'>(),
        days: int(),
        readers: textArray(),
        lent_at: timestamp(),
        returned_at: orNull(timestamp()),
        book: json<{ title: string }>(),
      },
      { key: ['loan_id'], indexes: ['(state, lent_at desc)', '(days)'] },
    ),
    open_day: table({ day: text(), count: int() }, { key: ['day'] }),
  },
});

describe('a declared read model', () => {
  it('gives its tables with columns, keys and indexes in the order in which they are declared', () => {
    expect(Object.keys(library.tables)).toEqual(['loan', 'open_day']);
    expect(library.tables.loan).toEqual({
      name: 'loan',
      columns: {
        loan_id: 'text',
        state: 'text',
        days: 'int',
        readers: 'text[]',
        lent_at: 'timestamptz',
        returned_at: 'timestamptz',
        book: 'jsonb',
      },
      key: ['loan_id'],
      indexes: ['(state, lent_at desc)', '(days)'],
    });
    expect(Object.keys(library.tables.loan.columns).slice(0, 3)).toEqual(['loan_id', 'state', 'days']);
    expect(library.tables.open_day.indexes).toEqual([]);
  });

  it('gives the rows as they are written, and as they are read', () => {
    interface Loan<Instant, Texts> {
      loan_id: string;
      state: 'open' | 'returned';
      days: number;
      readers: Texts;
      lent_at: Instant;
      returned_at: Instant | null;
      book: { title: string };
    }
    expectTypeOf<RowOf<typeof library.tables.loan>>().toEqualTypeOf<Loan<string, readonly string[]>>();
    expectTypeOf<ReadRowOf<typeof library.tables.loan>>().toEqualTypeOf<Loan<Date, string[]>>();
  });

  it('gives the name of its table in SQL, of its own tables only', () => {
    expect(readModelTable(library, 'open_day')).toBe('rm_library_loan.open_day');
    // @ts-expect-error The read model has no such table.
    readModelTable(library, 'loans');
  });

  it('has its key among its columns', () => {
    // @ts-expect-error There is no such column.
    table({ day: text(), count: int() }, { key: ['days'] });
  });
});

describe('the read models of the product', () => {
  it('have titles of their own; one that is unknown goes by its name', () => {
    const titles = Object.values(readModelTitles);
    expect(new Set(titles).size).toBe(titles.length);
    expect(readModelTitle('todo-queue')).toBe('待办队列');
    expect(readModelTitle('gone')).toBe('gone');
  });

  it('are what a command may name as where it shows, and nothing else', () => {
    expectTypeOf<'todo-queue'>().toExtend<ReadModelName>();
    const move = defineCommand('test.move', z.object({}), z.object({}), { shownIn: ['todo-queue'] });
    expect(move.shownIn).toEqual(['todo-queue']);
    expect(defineCommand('test.stay', z.object({}), z.object({})).shownIn).toEqual([]);
    // @ts-expect-error There is no such read model.
    defineCommand('test.lose', z.object({}), z.object({}), { shownIn: ['todo-queues'] });
  });
});
