import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { MessageChannel } from 'node:worker_threads';
import type { PdfContent } from './pdf.ts';
import { Refused } from './refused.ts';
import { TaskGivenUp, ThreadPool, type TaskExtras, type ThreadPoolOptions } from './thread-pool.ts';
import { MAX_WORKBOOK_BYTES, type ReadRow, type ReadWorkbookInput, type WorkbookLimits } from './read-workbook.ts';
import { MAX_TABLE_BYTES, type ReadTable, type ReadTableInput } from './read-table.ts';
import { sheetOf, type CellBatch, type WorkbookContent, type WriteWorkbookInput } from './workbook.ts';
import type { Upload } from './upload.ts';

/**
 * Reads and makes documents in threads of their own: no file of a user is parsed, and no workbook or print is put
 * together, on the event loop. `person` is the account for whom it is done: each has two at a time, and one import.
 */
export interface Documents {
  /**
   * Rows of an uploaded workbook's first sheet, without those that are empty.
   * Throws IMPORT_UNDER_WAY while another upload of the person is read, IMPORTS_WAITING while too many people's are,
   * and WORKBOOK_… with a reason for whoever made the file.
   */
  readWorkbook(person: string, upload: Upload, limits: WorkbookLimits): Promise<ReadRow[]>;
  /**
   * A sheet of an uploaded workbook, or of a text with columns, as large as a school has rows, with the file's digest.
   * Throws as {@link Documents.readWorkbook} does.
   */
  readTable(person: string, upload: Upload, sheet?: string): Promise<ReadTable & { readonly digest: string }>;
  /** A few rows as an xlsx workbook. Throws DOCUMENTS_WAITING. */
  workbook<Row>(person: string, content: WorkbookContent<Row>): Promise<Buffer>;
  /**
   * As many rows as there are, taken in as the workbook grows: the first are asked for when its thread is there. The
   * workbook is on the disk and nowhere else: its file goes with the stream. What the rows throw is thrown; `signal`
   * ends it, also while it waits. Throws DOCUMENTS_WAITING.
   */
  largeWorkbook<Row>(
    person: string,
    content: WorkbookContent<Row, AsyncGenerator<readonly Row[], undefined>>,
    signal: AbortSignal,
  ): Promise<MadeFile>;
  /** A printable document. Throws DOCUMENTS_WAITING. */
  pdf(person: string, content: PdfContent): Promise<Buffer>;
  close(): Promise<void>;
}

/** A finished file. Whoever has it reads the stream to its end or destroys it; then nothing is left of the file. */
export interface MadeFile {
  readonly stream: Readable;
  readonly bytes: number;
}

/**
 * What may differ: where large files are made (by default, among the temporary files of the machine); in tests {@link
 * MOST_IMPORTS}, and the threads.
 */
export interface DocumentLimits {
  readonly scratchFolder?: string;
  readonly imports?: number;
  readonly importMs?: number;
  readonly reading?: Partial<ThreadPoolOptions>;
  readonly writing?: Partial<ThreadPoolOptions>;
}

const program = new URL('./documents.worker.ts', import.meta.url);
/** A few large tables are all that an honest workbook holds. */
const reading: ThreadPoolOptions = { program, threads: 2, perPerson: 1, taskMs: 20_000, memoryMb: 256 };
/** One thread more than a person may have. The largest tables take a while. */
export const WRITING_THREADS = 3;
const writing: ThreadPoolOptions = { program, threads: WRITING_THREADS, perPerson: 2, taskMs: 900_000, memoryMb: 512 };
/**
 * Imports at the same time, of all people: the last of them waits no longer than a person would, and 64 MB hold them.
 */
const MOST_IMPORTS = 16;
/**
 * How long a workbook may take to arrive, in milliseconds: 4 MB over a slow line. Meanwhile it has one of the places.
 */
const IMPORT_MS = 120_000;
/** Documents that one person may have asked for and not got yet. */
const mostWaiting = 60;
/** Rows that are handed to a thread together. */
const batchRows = 500;

/** The threads of one gateway; they are started when there is something to do. */
export function createDocuments(limits: DocumentLimits = {}): Documents {
  const { imports = MOST_IMPORTS, importMs = IMPORT_MS } = limits;
  const readers = new ThreadPool({ ...reading, ...limits.reading });
  const writers = new ThreadPool({ ...writing, ...limits.writing });
  const importing = new Set<string>();
  // One after the other: what a large table takes in memory is much.
  const tables = new ThreadPool({ ...reading, threads: 1, taskMs: 60_000, memoryMb: 1_024, ...limits.reading });
  const scratchFolder = limits.scratchFolder ?? tmpdir();

  function write<Output>(person: string, ...task: [name: string, input: unknown, given?: TaskExtras]): Promise<Output> {
    if (writers.countOf(person) >= mostWaiting) throw new Refused('DOCUMENTS_WAITING');
    return writers.run<Output>(person, ...task);
  }

  /** Has a thread write a workbook, and hands it rows as it asks for them. */
  async function writeWorkbook<Row>(
    person: string,
    content: WorkbookContent<Row, AsyncGenerator<readonly Row[], undefined>>,
    more: { path?: string; signal?: AbortSignal } = {},
  ): Promise<unknown> {
    const { path, signal } = more;
    const { port1: own, port2: theirs } = new MessageChannel();
    const batches = cellsOf(content);
    let failure: { readonly error: unknown } | undefined;
    const answer = async (): Promise<void> => {
      try {
        signal?.throwIfAborted();
        const { value, done } = await batches.next();
        own.postMessage(done ? null : value);
      } catch (error) {
        failure = { error };
        own.postMessage('failed');
      }
    };
    own.on('message', () => {
      void answer();
    });
    try {
      const input: WriteWorkbookInput = {
        sheet: sheetOf(content),
        rows: theirs,
        ...(path === undefined ? {} : { path }),
      };
      return await write(person, 'writeWorkbook', input, { transfer: [theirs], ...(signal ? { signal } : {}) });
    } catch (error) {
      throw failure ? failure.error : error;
    } finally {
      own.close();
      await batches.return(undefined);
    }
  }

  /** Takes in a file and has it read, one of a person's at a time. */
  async function taken<Read>(
    person: string,
    upload: Upload,
    mostBytes: number,
    read: (content: Buffer) => Promise<Read>,
  ): Promise<Read> {
    if (importing.has(person)) throw new Refused('IMPORT_UNDER_WAY');
    if (importing.size >= imports) throw new Refused('IMPORTS_WAITING', {}, { retryAfter: 5 });
    importing.add(person);
    try {
      return await read(await receiveWorkbook(upload, importMs, mostBytes));
    } catch (error) {
      // An honest workbook is read within a second and a few megabytes.
      if (error instanceof TaskGivenUp && error.reason !== 'closing') throw new Refused('WORKBOOK_TOO_LARGE');
      throw error;
    } finally {
      importing.delete(person);
    }
  }

  return {
    async readWorkbook(person, upload, given) {
      return await taken(person, upload, MAX_WORKBOOK_BYTES, (content) =>
        readers.run<ReadRow[]>(person, 'readWorkbook', { content, limits: given } satisfies ReadWorkbookInput),
      );
    },
    async readTable(person, upload, sheet) {
      return await taken(person, upload, MAX_TABLE_BYTES, async (content) => {
        const digest = createHash('sha256').update(content).digest('hex');
        const input: ReadTableInput = sheet === undefined ? { content } : { content, sheet };
        return { ...(await tables.run<ReadTable>(person, 'readTable', input)), digest };
      });
    },
    async workbook(person, content) {
      return asBuffer(await writeWorkbook(person, { ...content, rows: allAtOnce(content.rows) }));
    },
    async largeWorkbook(person, content, signal) {
      await mkdir(scratchFolder, { recursive: true, mode: 0o700 });
      const path = join(scratchFolder, `${randomUUID()}.xlsx`);
      try {
        const bytes = await writeWorkbook(person, content, { path, signal });
        const file = await open(path, 'r');
        return { stream: file.createReadStream(), bytes: Number(bytes) };
      } finally {
        // Whoever has it open goes on reading: nothing is left behind, also if this process is killed.
        await rm(path, { force: true });
      }
    },
    pdf: async (person, content) => asBuffer(await write(person, 'pdf', content)),
    async close() {
      await Promise.all([readers.close(), tables.close(), writers.close()]);
    },
  };
}

/** The cells of a workbook's rows, some rows at a time: they come from the database as they are asked for. */
async function* cellsOf<Row>({
  columns,
  rows,
}: WorkbookContent<Row, AsyncGenerator<readonly Row[], undefined>>): AsyncGenerator<CellBatch, undefined> {
  const cells = (row: Row) => columns.map((column) => column.value(row));
  for await (const part of rows) {
    for (let at = 0; at < part.length; at += batchRows) yield part.slice(at, at + batchRows).map(cells);
  }
  return undefined;
}

async function* allAtOnce<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[], undefined> {
  yield await Promise.resolve(rows);
  return undefined;
}

function asBuffer(bytes: unknown): Buffer {
  const { buffer, byteOffset, byteLength } = bytes as Uint8Array<ArrayBuffer>;
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Takes in the workbook of an upload. Throws WORKBOOK_TOO_LARGE, and FILE_INCOMPLETE when it has not come in time. */
async function receiveWorkbook({ file, end }: Upload, milliseconds: number, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => file.destroy(new Refused('FILE_INCOMPLETE')), milliseconds);
  try {
    for await (const chunk of file) {
      size += (chunk as Buffer).length;
      if (size > most) throw new Refused('WORKBOOK_TOO_LARGE');
      chunks.push(chunk as Buffer);
    }
    await end();
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks);
}
