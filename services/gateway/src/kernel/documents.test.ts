import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import { afterEach, describe, expect, it } from 'vitest';
import { bareWorkbook } from '../testing/zip-parts.ts';
import { createDocuments, type DocumentLimits, type Documents } from './documents.ts';
import { PdfDocument } from './pdf.ts';
import type { Upload } from './upload.ts';

const limits = { rows: 2_000, columns: 40 };
const opened: Documents[] = [];
const open = (given: DocumentLimits = {}): Documents => {
  const documents = createDocuments(given);
  opened.push(documents);
  return documents;
};
afterEach(async () => {
  await Promise.all(opened.splice(0).map((documents) => documents.close()));
  await Promise.all(scratches.splice(0).map((folder) => rm(folder, { recursive: true })));
});

const uploadOf = (content: Buffer): Upload => ({
  fields: {},
  file: Readable.from([content]),
  end: () => Promise.resolve(),
});
const codeOf = async (work: Promise<unknown>): Promise<string> =>
  await work.then(
    () => 'done',
    (error: { code?: string; name: string }) => error.code ?? error.name,
  );
const small = bareWorkbook('<row r="1"><c r="A1"><v>1</v></c></row>');
/** As much as a template may hold: every cell of 2,000 rows. */
const large = bareWorkbook(
  Array.from(
    { length: 2_000 },
    (_row, row) =>
      `<row r="${row + 1}">` +
      Array.from({ length: 40 }, (_cell, column) => `<c t="inlineStr"><is><t>${row}-${column}</t></is></c>`).join('') +
      '</row>',
  ).join(''),
);
const content = { sheet: 'S', columns: [{ header: 'A', width: 9, value: String }] };
const scratches: string[] = [];
const openScratch = async (given: DocumentLimits = {}): Promise<{ documents: Documents; scratchFolder: string }> => {
  const scratchFolder = await mkdtemp(join(tmpdir(), 'jwxt-making-'));
  scratches.push(scratchFolder);
  return { documents: open({ ...given, scratchFolder }), scratchFolder };
};
async function* parts(rows: readonly number[]): AsyncGenerator<number[], undefined> {
  for (let at = 0; at < rows.length; at += 1_000) yield await Promise.resolve(rows.slice(at, at + 1_000));
}
const print = (): PdfDocument => {
  const document = new PdfDocument({ title: '名单', at: new Date(0) });
  document.table(
    [{ header: '序号', width: 1, value: String }],
    Array.from({ length: 60 }, (_row, index) => index),
  );
  return document;
};

/** How often the event loop came round while something was done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false];
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work.finally(() => {
    isOver = true;
  });
  return turns;
}

describe('What is read and made, beside the event loop', () => {
  it('reads the largest workbook, writes one and prints while the event loop goes on turning', async () => {
    const documents = open();
    expect(await turnsDuring(documents.readWorkbook('teacher1', uploadOf(large), limits))).toBeGreaterThan(100);
    expect(
      await turnsDuring(
        documents.workbook('teacher1', {
          sheet: 'S',
          columns: [{ header: 'A', width: 9, value: String }],
          rows: Array.from({ length: 50_000 }, (_row, index) => index),
        }),
      ),
    ).toBeGreaterThan(100);
    expect(await turnsDuring(documents.pdf('teacher1', print().content))).toBeGreaterThan(100);
  });

  it('reads one import of a person at a time, and says so; those of others beside it', async () => {
    const documents = open();
    const first = documents.readWorkbook('teacher1', uploadOf(large), limits);
    expect(await codeOf(documents.readWorkbook('teacher1', uploadOf(small), limits))).toBe('IMPORT_UNDER_WAY');
    expect(await documents.readWorkbook('teacher2', uploadOf(small), limits)).toHaveLength(1);
    expect(await first).toHaveLength(2_000);
    expect(await documents.readWorkbook('teacher1', uploadOf(small), limits)).toHaveLength(1);
  });

  it('takes so many imports of all people, and tells the next that others are before him', async () => {
    const documents = open({ imports: 3 });
    const first = ['a', 'b', 'c'].map((person) => documents.readWorkbook(person, uploadOf(small), limits));
    await expect(documents.readWorkbook('d', uploadOf(small), limits)).rejects.toMatchObject({
      code: 'IMPORTS_WAITING',
      status: 429,
      message: '正在导入的人较多，请稍等片刻再导入',
      retryAfter: 5,
    });
    await Promise.all(first);
    expect(await documents.readWorkbook('d', uploadOf(small), limits)).toHaveLength(1);
  });

  it('keeps no place for a workbook that does not come', async () => {
    const documents = open({ imports: 1, importMs: 20 });
    const never: Upload = { fields: {}, file: new Readable({ read: () => undefined }), end: () => Promise.resolve() };
    expect(await codeOf(documents.readWorkbook('a', never, limits))).toBe('FILE_INCOMPLETE');
    expect(await documents.readWorkbook('b', uploadOf(small), limits)).toHaveLength(1);
  });

  it('gives up a file that takes too long or too much memory, and reads the next one', async () => {
    const quick = open({ reading: { taskMs: 1 } });
    expect(await codeOf(quick.readWorkbook('teacher1', uploadOf(large), limits))).toBe('WORKBOOK_TOO_LARGE');
    const narrow = open({ reading: { memoryMb: 24, threads: 1 } });
    const cells = bareWorkbook(
      Array.from({ length: 9_700 }, (_row, row) => `<row r="${row + 1}">${'<c><v>1</v></c>'.repeat(40)}</row>`).join(
        '',
      ),
    );
    expect(await codeOf(narrow.readWorkbook('teacher1', uploadOf(cells), { rows: 10_000, columns: 40 }))).toBe(
      'WORKBOOK_TOO_LARGE',
    );
    expect(await narrow.readWorkbook('teacher1', uploadOf(small), limits)).toHaveLength(1);
  });

  it('many prints of one person hold up nobody: another one waits for one of them', async () => {
    // One thread, so that the order in which they end is the order in which they were taken.
    const documents = open({ writing: { threads: 1 } });
    const done: string[] = [];
    const ask = (person: string): Promise<number> =>
      documents.pdf(person, print().content).then(() => done.push(person));
    const all = [...Array.from({ length: 10 }, () => ask('teacher1')), ask('teacher2')];
    await Promise.all(all);
    expect(done).toHaveLength(11);
    expect(done.indexOf('teacher2')).toBeLessThan(3);
  });

  it('refuses who asks for more than anybody needs', async () => {
    const documents = open();
    const asked = Array.from({ length: 61 }, () =>
      codeOf(documents.pdf('teacher1', new PdfDocument({ title: 'x', at: new Date(0) }).content)),
    );
    expect(await asked.at(-1)).toBe('DOCUMENTS_WAITING');
    await documents.close();
    expect(new Set(await Promise.all(asked.slice(0, -1)))).not.toContain('DOCUMENTS_WAITING');
  });

  it('takes rows as they come, and throws what they throw', async () => {
    async function* rows(): AsyncGenerator<number[], undefined> {
      yield [1, 2];
      await Promise.resolve();
      throw new TypeError('the database is away');
    }
    const { documents, scratchFolder } = await openScratch();
    await expect(
      documents.largeWorkbook('teacher1', { ...content, rows: rows() }, new AbortController().signal),
    ).rejects.toThrow('the database is away');
    expect(await readdir(scratchFolder)).toEqual([]);
    const read = (await readXlsx(await documents.workbook('teacher1', { ...content, rows: [1, 2] }))).sheets[0];
    expect(read?.rows).toEqual([['A'], ['1'], ['2']]);
  });

  it('keeps a large workbook on disk alone, where nothing is left, also while somebody reads it slowly', async () => {
    const { documents, scratchFolder } = await openScratch();
    const all = Array.from({ length: 3_000 }, (_row, index) => index);
    const { stream, bytes } = await documents.largeWorkbook(
      'teacher1',
      { ...content, rows: parts(all) },
      new AbortController().signal,
    );
    expect(await readdir(scratchFolder)).toEqual([]);
    const read = await buffer(stream);
    expect(read).toHaveLength(bytes);
    expect((await readXlsx(read)).sheets[0]?.rows).toEqual([['A'], ...all.map((row) => [String(row)])]);
  });

  it('ends a large workbook that nobody wants: rows are left, the file is gone, the next in line begins', async () => {
    const { documents, scratchFolder } = await openScratch({ writing: { threads: 1 } });
    const [leaving, left] = [new AbortController(), Promise.withResolvers<string>()];
    let taken = 0;
    async function* endless(): AsyncGenerator<number[], undefined> {
      try {
        for (;;) {
          yield await Promise.resolve(Array.from({ length: 500 }, () => taken));
          taken += 1;
          if (taken === 3) leaving.abort();
        }
      } finally {
        left.resolve('left');
      }
    }
    const first = codeOf(documents.largeWorkbook('teacher1', { ...content, rows: endless() }, leaving.signal));
    const gone = new AbortController();
    const waiting = codeOf(documents.largeWorkbook('teacher1', { ...content, rows: parts([1]) }, gone.signal));
    gone.abort();
    expect(await waiting).not.toBe('done');
    expect(await first).not.toBe('done');
    expect(await left.promise).toBe('left');
    expect(taken).toBe(3);
    expect(await readdir(scratchFolder)).toEqual([]);
    expect(await documents.workbook('teacher2', { ...content, rows: [1] })).toBeInstanceOf(Buffer);
  });

  it('is over when the gateway closes', async () => {
    const documents = open();
    const asked = codeOf(documents.pdf('teacher1', print().content));
    await documents.close();
    expect([await asked, await codeOf(documents.pdf('teacher1', print().content))]).toEqual([
      'TaskGivenUp',
      'TaskGivenUp',
    ]);
  });
});
