import type { z } from 'zod';
import type { Operation } from '@jwxt/contracts/kernel/operation.ts';
import { WORKBOOK_TYPE } from './document-answer.ts';
import type { MadeFile } from './documents.ts';
import type { Reading } from './export-rows.ts';
import {
  handler,
  type ArchiveExport,
  type ExportCall,
  type FileAnswer,
  type Handler,
  type LaterAnswer,
  type ListExport,
  type SignedInCall,
} from './handler.ts';
import { loggedFile } from './look-log.ts';
import { Refused } from './refused.ts';
import type { ListContent } from './workbook.ts';

/**
 * Describes the export of a list: its rows are a selection, so that no export can hold all of them. `personal`: fields
 * that it tells whole.
 */
export function listExport<Row>(
  fileName: string,
  content: ListContent<Row>,
  personal: readonly string[] = [],
): ListExport {
  // Columns and rows belong together: nobody looks at one without the other.
  return { fileName, content: content as ListContent<unknown>, personal };
}

/** Exports a list as a workbook, however long it is; each is a row of the operation log. Throws DOCUMENTS_WAITING. */
export function exportHandler<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  describe: (input: z.output<I>, call: ExportCall) => ListExport | Promise<ListExport>,
): Handler {
  return {
    ...handler<I, z.ZodUnknown>(operation as unknown as Operation<I, z.ZodUnknown>, async (input, call) => {
      const described = await describe(input, call);
      const made = await exportNow(described, call);
      return made instanceof TooLong
        ? await exportLater(described, { operation: operation.id, input, total: made.total }, call)
        : await loggedFile(call, operation, input, made, described.personal);
    }),
    describe: async (input, call) => await describe(input as z.output<I>, call),
  };
}

/** Exports an archive, as a job: what it takes nobody knows before. */
export function archiveHandler<I extends z.ZodType>(
  operation: Operation<I, z.ZodUnknown>,
  describe: (input: z.output<I>, call: ExportCall) => ArchiveExport | Promise<ArchiveExport>,
): Handler {
  return {
    ...handler(operation, async (input, call) =>
      exportLater(await describe(input, call), { operation: operation.id, input, total: 0 }, call),
    ),
    describe: async (input, call) => await describe(input as z.output<I>, call),
  };
}

/** Makes a small file of what is exported; each is a row of the operation log. */
export function documentHandler<I extends z.ZodType>(
  operation: Operation<I, z.ZodUnknown>,
  make: (input: z.output<I>, call: SignedInCall) => Promise<FileAnswer>,
): Handler {
  return handler(operation, async (input, call) => await loggedFile(call, operation, input, await make(input, call)));
}

/** The list turned out to be too long to be waited for. */
class TooLong extends Error {
  readonly total: number;

  constructor(total: number) {
    super(`${total} rows`);
    this.total = total;
  }
}

async function exportNow(described: ListExport, call: SignedInCall): Promise<FileAnswer | TooLong> {
  const signal = call.gone();
  const { directRows } = call.services;
  try {
    const { stream, bytes, rows } = await makeExport(described, call, {
      signal,
      counted(total) {
        if (total > directRows) throw new TooLong(total);
      },
    });
    return { content: stream, bytes, rows, fileName: described.fileName, contentType: WORKBOOK_TYPE };
  } catch (error) {
    if (error instanceof TooLong) return error;
    // Nobody is there to read it.
    if (signal.aborted) throw new Refused('REQUEST_TIMEOUT');
    throw error;
  }
}

/** Puts the export in the queue of this person: it is made with what he may see by then. */
async function exportLater(
  { fileName }: Pick<ListExport, 'fileName'>,
  asked: { operation: string; input: unknown; total: number },
  { services, user, session }: SignedInCall,
): Promise<LaterAnswer> {
  const exportJob = await services.exportJobs.start({
    ...asked,
    title: fileName.replace(/\.(xlsx|zip)$/, ''),
    userName: user.userName,
    loginWay: session.loginWay,
    issuedBy: session.issuedBy,
  });
  const message = fileName.endsWith('.zip') ? '已转为导出任务' : `数据较多，共 ${exportJob.total} 行，已转为导出任务`;
  return { exportJob, message: `${message}，生成后会通知您` };
}

/**
 * Makes the file of an export, in the name of whoever asks, and counts its rows. Throws DOCUMENTS_WAITING and
 * FILE_STORE_FULL.
 */
export async function makeExport(
  described: ListExport | ArchiveExport,
  { services, user }: Pick<ExportCall, 'services' | 'user'>,
  reading: Reading,
): Promise<MadeFile & { rows: number }> {
  if (services.disks.full()) throw new Refused('FILE_STORE_FULL');
  if ('open' in described) return await described.open(reading);
  const { rows, ...sheet } = described.content;
  let selected = 0;
  const counted = (total: number): void => {
    selected = total;
    reading.counted?.(total);
  };
  const made = await services.documents.largeWorkbook(
    user.userName,
    { ...sheet, rows: services.exportRows(rows, { ...reading, counted }) },
    reading.signal,
  );
  return { ...made, rows: selected };
}
