import { readFile, rm, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventHistory } from '@jwxt/contracts/all-events.ts';
import { defineEvent, type EventDefinition } from '@jwxt/contracts/kernel/event.ts';
import { createEventHistory, type EventHistory } from '@jwxt/contracts/kernel/event-history.ts';
import { defineUpcaster, type Upcaster } from '@jwxt/contracts/kernel/upcast.ts';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { checkGoldenFiles, goldenFolder, writeGoldenFiles } from './golden-files.ts';

/** A product with one kind of stream. */
const product = (events: readonly EventDefinition[], upcasters: readonly Upcaster[] = []): EventHistory =>
  createEventHistory([{ prefix: 'book-', events, upcasters }]);
const first = z.object({
  title: z.string(),
  kind: z.enum(['new', 'used']),
  tags: z.array(z.string().max(4)).min(1),
  price: z.union([z.number().int(), z.string(), z.null()]),
  at: z.iso.datetime({ precision: 3 }).optional(),
});
const bought = defineEvent('BookBought', 1, first);

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'jwxt-golden-'));
  return () => rm(root, { recursive: true });
});
let written: string[];
beforeEach(async () => {
  written = await writeGoldenFiles(root, product([bought]));
});
afterEach(() => expect(written).toEqual(['BookBought@1.json']));
const fileText = (name: string): Promise<string> => readFile(join(root, goldenFolder, name), 'utf8');

it('every event ever written is read by today’s reader; none has another schema than it went out with', async () => {
  expect(await checkGoldenFiles(projectRoot, eventHistory)).toEqual([]);
});

it('are written once, with samples of every choice, and never again', async () => {
  const file = JSON.parse(await fileText('BookBought@1.json')) as object;
  expect(file).toMatchObject({
    form: {
      'at?': 'string date-time',
      kind: '"new" | "used"',
      price: 'integer | string | null',
      tags: ['string length≤4', 'length≥1'],
      title: 'string',
    },
  });
  expect(file).toMatchObject({
    samples: [
      { title: '', kind: 'new', tags: [''], price: null },
      { title: 'title', kind: 'new', tags: ['tags'], price: 1, at: '2026-11-20T01:00:00.000Z' },
      { kind: 'used', price: 'price' },
      { kind: 'new', price: null },
    ],
  });
  expect(await writeGoldenFiles(root, product([bought]))).toEqual([]);
  expect(
    await writeGoldenFiles(root, product([bought, defineEvent('BookSold', 1, z.object({ title: z.string() }))])),
  ).toEqual(['BookSold@1.json']);
  expect(await fileText('released.txt')).toMatch(
    /^[0-9a-f]{64} {2}BookBought@1\.json\n[0-9a-f]{64} {2}BookSold@1\.json\n$/,
  );
  expect(await checkGoldenFiles(root, product([bought]))).toEqual([
    expect.stringContaining('BookSold at golden@0 cannot be read: unknown type'),
    expect.stringContaining('BookSold at golden@1'),
  ]);
});

it.each([
  ['one more field', first.extend({ note: z.string().optional() })],
  ['one field less', first.omit({ at: true })],
  ['a choice less', first.extend({ kind: z.enum(['new']) })],
  ['a limit', first.extend({ title: z.string().max(10) })],
])('a schema with %s but no new version is refused, and the event is named', async (_what, schema) => {
  expect(await checkGoldenFiles(root, product([defineEvent('BookBought', 1, schema)]))).toContain(
    'BookBought: its schema changed, but its version is still 1: raise it, and lift version 1 with an upcaster',
  );
});

it('a new version needs its file, and an upcaster that makes of every sample what it is today', async () => {
  const second = defineEvent('BookBought', 2, first.extend({ pages: z.number().int() }));
  const lift = (data: object) =>
    defineUpcaster<object>()({
      from: 'BookBought@1',
      to: ['BookBought@2'],
      lift: (former) => [{ as: 'BookBought@2', data: { ...former, ...data } }],
    });
  expect(await checkGoldenFiles(root, product([second], [lift({ pages: 0 })]))).toEqual([
    'BookBought@2 has no golden file: npm run golden',
  ]);
  await writeGoldenFiles(root, product([second], [lift({ pages: 0 })]));
  expect(await checkGoldenFiles(root, product([second], [lift({ pages: 0 })]))).toEqual([]);
  expect(await checkGoldenFiles(root, product([second], [lift({})]))).toEqual(
    expect.arrayContaining([expect.stringMatching(/BookBought at golden@0 cannot be read[^]*pages/)]),
  );
});

it('an event that has another name now keeps its file; the order of fields says nothing', async () => {
  const { title, ...rest } = first.shape;
  expect(
    await checkGoldenFiles(
      root,
      product([defineEvent('BookEntered', 1, z.object({ ...rest, title }), { formerNames: ['BookBought'] })]),
    ),
  ).toEqual([]);
  await writeFile(join(root, goldenFolder, 'BookSold@1.json'), await fileText('BookBought@1.json'));
  expect(await checkGoldenFiles(root, product([bought]))).toEqual(['BookSold@1.json holds BookBought@1.json']);
});
