import { removeFiles } from '@jwxt/contracts/file/file.command.ts';
import {
  batchDelete,
  batchDownload,
  businessFiles,
  deleteFile,
  downloadFile,
  downloadFileUrl,
  exportFiles,
  previewFile,
  queryFiles,
  uploadFile,
} from '@jwxt/contracts/file/file.operations.ts';
import { MAX_BATCH_BYTES } from '@jwxt/contracts/file/file.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { Readable } from 'node:stream';
import { exportHandler, listExport } from '../kernel/export-handler.ts';
import { handler, uploadHandler, type FileAnswer, type SignedInCall } from '../kernel/handler.ts';
import { logOpened } from '../kernel/look-log.ts';
import { mapped } from '../kernel/selection.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { scopeAsked } from '../kernel/scope-watch.ts';
import { seesEverything } from '../kernel/scope.ts';
import type { FileAccess, FileReading } from '../kernel/services.ts';
import {
  exportedFiles,
  fileItemOf,
  fileResourceOf,
  findFiles,
  listBusinessFiles,
  queryFileRows,
  type FileRow,
} from './file.read.ts';
import { fileWorkbook } from './file-workbook.ts';
import { fileOfPreview, previewId } from './preview-id.ts';
import { receiveFile } from './receive-file.ts';
import { zipStream } from './shared/zip-stream.ts';

/** The browser's own viewer shows it; nothing in the file may run, load or be framed. */
const previewPolicy =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; " +
  "form-action 'none'";

function accessTo(businessTable: string, { services }: SignedInCall): FileAccess {
  const access = services.fileAccess.get(businessTable);
  if (!access) throw new Refused('FILE_TABLE_UNKNOWN');
  return access;
}

/** Whether a person may read a file: by its business object, or as keeper of the catalogue. */
async function mayRead(row: FileRow, call: SignedInCall): Promise<boolean> {
  // Each business object judges its own files.
  scopeAsked(call.user, 'file');
  if (seesEverything(call.user, 'fileUploadResource:download')) return true;
  const access = call.services.fileAccess.get(row.business_table);
  const reading: FileReading = (await access?.reads(row.business_id, call)) ?? 'none';
  return reading === 'all' || (reading === 'own' && row.uploader === call.user.userName);
}

/** A file that the person may read. What they may not is not there for them. */
async function readableFile(relationalId: string, call: SignedInCall): Promise<FileRow> {
  const [row] = await findFiles(call.services.db, [relationalId]);
  if (!row || !(await mayRead(row, call))) throw new Refused('FILE_NOT_FOUND');
  return row;
}

/**
 * Writes who opens what tells of people. Not what they attached themselves, nor what a student sees, which is of
 * himself; with somebody else's eyes it is a look at that person.
 */
async function lookAt(rows: readonly FileRow[], call: SignedInCall): Promise<void> {
  const { user, session, services } = call;
  const isOwn = (row: FileRow): boolean =>
    session.issuedBy === null && (row.uploader === user.userName || user.studentCode !== null);
  const looked = rows.filter(
    (row) => services.fileAccess.get(row.business_table)?.about !== 'everybody' && !isOwn(row),
  );
  await logOpened(
    call,
    looked.map((row) => ({
      key: row.relational_id,
      of: {
        businessTable: row.business_table,
        businessId: row.business_id,
        fileName: row.name,
        uploader: row.uploader_name,
      },
    })),
  );
}

async function openFile(
  row: FileRow,
  { services, traceId }: SignedInCall,
): Promise<{ stream: Readable; bytes: number }> {
  const opened = await services.files.open(row.digest);
  if (opened) return opened;
  services.logger.error({ traceId, relationalId: row.relational_id, digest: row.digest }, '附件的内容不在文件库中');
  throw new Refused('FILE_MISSING');
}

async function answerOf(row: FileRow, call: SignedInCall): Promise<FileAnswer> {
  const { stream, bytes } = await openFile(row, call);
  return { content: stream, bytes, fileName: row.name, contentType: 'application/octet-stream' };
}

const listHandler = handler(businessFiles, async ({ businessTable, businessId }, call) => {
  const reading = await accessTo(businessTable, call).reads(businessId, call);
  if (reading === 'none') throw new Refused('FILE_NOT_FOUND');
  const rows = await listBusinessFiles(call.services.db, {
    businessTable,
    businessId,
    uploader: reading === 'own' ? call.user.userName : null,
  });
  return rows.map(fileItemOf);
});

const uploadFileHandler = uploadHandler(uploadFile, async (form, upload, call) => {
  if (!(await accessTo(form.businessTable, call).writes(form.businessId, call))) throw new Refused('FILE_READ_ONLY');
  const [row] = await findFiles(call.services.db, [await receiveFile(form, upload, call)]);
  if (!row) throw new Refused('FILE_NOT_FOUND');
  return fileItemOf(row);
});

const deleteHandler = handler(deleteFile, async ({ relationalId, commandId }, call) => {
  const row = await readableFile(relationalId, call);
  if (!(await accessTo(row.business_table, call).writes(row.business_id, call))) throw new Refused('FILE_READ_ONLY');
  return await runCommand(removeFiles, { relationalIds: [relationalId] }, call, {
    commandId: commandId ?? crypto.randomUUID(),
  });
});

const downloadHandler = handler(downloadFile, async ({ relationalId }, call) => {
  const row = await readableFile(relationalId, call);
  await lookAt([row], call);
  return await answerOf(row, call);
});

const previewIdHandler = handler(downloadFileUrl, async ({ relationalId }, call) => {
  const row = await readableFile(relationalId, call);
  if (row.file_type !== 'pdf') throw new Refused('FILE_NOT_PDF');
  return { id: previewId(relationalId, call.session, call.now) };
});

const previewHandler = handler(previewFile, async ({ id }, call) => {
  const relationalId = fileOfPreview(id, call.session, call.now);
  if (relationalId === null) throw new Refused('FILE_PREVIEW_ENDED');
  const row = await readableFile(relationalId, call);
  if (row.file_type !== 'pdf') throw new Refused('FILE_NOT_PDF');
  await lookAt([row], call);
  return { ...(await answerOf(row, call)), contentType: 'application/pdf', inline: { policy: previewPolicy } };
});

const queryHandler = handler(queryFiles, async ({ pageNo, pageSize, sort, ...filter }, call) => {
  const { rows, total, latestOnly } = await queryFileRows(call.services.db, call.user, filter, {
    pageNo,
    pageSize,
    sort,
  });
  return { rows: rows.map(fileResourceOf), total, latestOnly };
});

const filesExport = exportHandler(exportFiles, (filter, call) =>
  listExport(`文件资源_${dayOf(call)}.xlsx`, fileWorkbook(mapped(exportedFiles(call.user, filter), fileResourceOf))),
);

const batchDownloadHandler = handler(batchDownload, async ({ relationalIds }, call) => {
  const ids = [...new Set(relationalIds)];
  const rows = await findFiles(call.services.db, ids);
  for (const row of rows) if (!(await mayRead(row, call))) throw new Refused('FILE_NOT_FOUND');
  if (rows.length < ids.length) throw new Refused('FILE_NOT_FOUND');
  if (rows.reduce((sum, row) => sum + Number(row.file_size), 0) > MAX_BATCH_BYTES)
    throw new Refused('FILE_BATCH_LIMIT');
  for (const row of rows) if (!(await call.services.files.has(row.digest))) throw new Refused('FILE_MISSING');
  await lookAt(rows, call);
  const content = zipStream(
    rows.map((row) => ({
      name: row.name,
      modified: row.uploaded_at,
      open: async () => (await openFile(row, call)).stream,
    })),
  );
  return { content, fileName: `文件资源_${dayOf(call)}.zip`, contentType: 'application/zip' };
});

const batchDeleteHandler = handler(batchDelete, async ({ relationalIds, commandId }, call) => {
  if (!seesEverything(call.user, 'fileUploadResource:delete', 'file')) {
    for (const row of await findFiles(call.services.db, relationalIds))
      if (!(await mayRead(row, call))) throw new Refused('FILE_NOT_FOUND');
  }
  return await runCommand(removeFiles, { relationalIds }, call, { commandId });
});

const dayOf = ({ now }: Pick<SignedInCall, 'now'>): string => toDateTimeText(now).slice(0, 10).replaceAll('-', '');

export const fileHandlers = [
  listHandler,
  uploadFileHandler,
  deleteHandler,
  downloadHandler,
  previewIdHandler,
  previewHandler,
  queryHandler,
  filesExport,
  batchDownloadHandler,
  batchDeleteHandler,
];
