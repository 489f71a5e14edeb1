import { expect, test } from 'vitest';
import { z } from 'zod';
import type { EventMetadata } from './kernel/actor.ts';
import { allStreams, eventHistory } from './all-events.ts';
import { defineEvent } from './kernel/event.ts';
import { createEventHistory, defineEventHistory, type UnreadableData } from './kernel/event-history.ts';
import { defineStream } from './kernel/stream.ts';
import { defineUpcaster } from './kernel/upcast.ts';

const at = (schemaVersion: number): EventMetadata => ({
  actor: { userName: 'teacher1', name: '张老师', roleNames: [], permission: null },
  commandId: 'c',
  correlationId: 'c',
  causationId: null,
  time: '2026-11-20T01:00:00.000Z',
  clientAddress: null,
  schemaVersion,
});
const title = z.object({ title: z.string() });
const folding = { initial: [], evolve: (state: readonly string[]) => state };

/**
 * Books that were once entered with a price as text, under another name; a sale that was once one event with its
 * receipt; a note that nobody reads any more.
 */
const books = defineStream({
  ...folding,
  prefix: 'book-',
  events: [
    defineEvent('BookBought', 3, z.object({ title: z.string(), cents: z.number().int(), by: z.string() }), {
      formerNames: ['BookEntered'],
    }),
    defineEvent('BookSold', 1, title),
    defineEvent('ReceiptWritten', 1, z.object({ number: z.number().int() })),
  ],
  upcasters: [
    defineUpcaster<{ title: string; price: string }>()({
      from: 'BookBought@1',
      to: ['BookBought@2'],
      lift: ({ title: name, price }) => [
        { as: 'BookBought@2', data: { title: name, cents: Math.round(Number(price) * 100) } },
      ],
    }),
    defineUpcaster<{ title: string; cents: number }>()({
      from: 'BookBought@2',
      to: ['BookBought@3'],
      lift: (data, { actor }) => [{ as: 'BookBought@3', data: { ...data, by: actor.name } }],
    }),
    defineUpcaster<{ title: string; number: number }>()({
      from: 'BookSoldWithReceipt@1',
      to: ['BookSold@1', 'ReceiptWritten@1'],
      lift: ({ title: name, number }) => [
        { as: 'BookSold@1', data: { title: name } },
        { as: 'ReceiptWritten@1', data: { number } },
      ],
    }),
    defineUpcaster<object>()({ from: 'NoteTaken@1', to: [], lift: () => [] }),
  ],
});
const history = defineEventHistory([books]);
const refusal = (name: string, version: number, data: unknown): UnreadableData | null => {
  try {
    history.read(name, at(version), data);
    return null;
  } catch (error) {
    return error as UnreadableData;
  }
};

test('an event of any year is read as meant today: lifted step by step, under its former name, as two, as none', () => {
  const bought = [{ type: 'BookBought', data: { title: '离散数学', cents: 3950, by: '张老师' } }];
  expect(history.read('BookEntered', at(1), { title: '离散数学', price: '39.5' })).toEqual(bought);
  expect(history.read('BookBought', at(2), { title: '离散数学', cents: 3950 })).toEqual(bought);
  expect(history.read('BookBought', at(3), bought[0]!.data)).toEqual(bought);
  expect(history.read('BookSoldWithReceipt', at(1), { title: '离散数学', number: 7 })).toEqual([
    { type: 'BookSold', data: { title: '离散数学' } },
    { type: 'ReceiptWritten', data: { number: 7 } },
  ]);
  expect(history.read('NoteTaken', at(1), {})).toEqual([]);
});

test('readers subscribe to every name under which an event may be stored', () => {
  expect(history.storedNames(['BookBought'])).toEqual(['BookBought', 'BookEntered']);
  expect(history.storedNames(['ReceiptWritten']).toSorted()).toEqual(['BookSoldWithReceipt', 'ReceiptWritten']);
  expect([...(history.readAs('BookSoldWithReceipt') ?? [])]).toEqual(['BookSold', 'ReceiptWritten']);
  expect(history.readAs('NoteTaken')?.size).toBe(0);
  expect(history.readAs('BookStolen')).toBeUndefined();
});

test('what a newer program wrote is told apart from what is not what it says it is', () => {
  expect(refusal('BookStolen', 1, {})).toMatchObject({ kind: 'unknown', message: 'unknown type' });
  expect(refusal('BookBought', 4, {})).toMatchObject({ kind: 'unknown', message: 'version 4 is newer than 3' });
  expect(refusal('BookSold', 1, { title: 5 })).toMatchObject({
    kind: 'malformed',
    message: expect.stringMatching(/BookSold@1[^]*title/),
  });
  expect(refusal('BookBought', 1, { title: '离散数学', price: 'cheap' })).toMatchObject({
    kind: 'malformed',
    message: expect.stringMatching(/BookBought@3[^]*cents/),
  });
  expect(refusal('BookBought', 1, null)).toMatchObject({
    kind: 'malformed',
    message: expect.stringContaining('BookBought@1 fails'),
  });
});

test('declarations that do not fit together are refused when the program starts', () => {
  const events = [defineEvent('BookBought', 2, title)];
  const declare = (more: Partial<typeof books>) => () =>
    createEventHistory([{ prefix: 'book-', events, upcasters: [], ...more }]);
  expect(declare({})).toThrow('no upcaster from BookBought@1');
  expect(declare({ events: [defineEvent('A', 1, title), defineEvent('B', 1, title, { formerNames: ['A'] })] })).toThrow(
    'two events are, or were, called A',
  );
  const same = { from: 'BookBought@1' as const, to: ['BookBought@2'] as const, lift: () => [] };
  expect(declare({ upcasters: [same, same] })).toThrow('two upcasters from BookBought@1');
  expect(declare({ upcasters: [same, { ...same, from: 'Old@1', to: ['Gone@1'] }] })).toThrow(
    'leads to Gone@1, which nobody reads',
  );
  expect(
    declare({
      events: [defineEvent('BookBought', 2, title, { formerNames: ['Old'] })],
      upcasters: [same, { ...same, from: 'Old@1' }],
    }),
  ).toThrow('today it is BookBought');
});

test('two events of one name do not compile, in one stream or in two', () => {
  const sold = defineEvent('BookSold', 1, title);
  const twice = defineStream({
    ...folding,
    prefix: 'twice-',
    // @ts-expect-error two events are called BookSold
    events: [sold, defineEvent('BookBought', 1, title), sold],
  });
  const other = defineStream({ ...folding, prefix: 'other-', events: [sold] });
  // @ts-expect-error two streams have events called BookSold
  expect(() => defineEventHistory([books, other])).toThrow('BookSold');
  expect(() => createEventHistory([twice])).toThrow('BookSold');
});

test('every kind of stream has a beginning of its own, and none begins another', () => {
  const prefixes = allStreams.map(({ prefix }) => prefix);
  expect(
    prefixes.filter((one, index) => prefixes.some((other, at2) => at2 !== index && other.startsWith(one))),
  ).toEqual([]);
  expect(eventHistory.definitions.size).toBe(allStreams.reduce((sum, { events }) => sum + events.length, 0));
});
