import type { z } from 'zod';
import { mayAttach, recordFile } from '@jwxt/contracts/file/file.command.ts';
import { cleanFileName, fileExtensionOf, nameBytes } from '@jwxt/contracts/file/file-name.ts';
import type { uploadFile } from '@jwxt/contracts/file/file.operations.ts';
import { MAX_FILE_BYTES, MAX_NAME_BYTES, type FileExtension } from '@jwxt/contracts/file/file.vocabulary.ts';
import type { ErrorCode } from '@jwxt/contracts/all-errors.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { SignedInCall } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import type { Upload } from '../kernel/upload.ts';
import { neededDigests } from './file.read.ts';
import { isWhatItSays } from './file-content.ts';
import { receiveBytes } from './shared/receive-bytes.ts';

type UploadForm = z.output<typeof uploadFile.input>;

/**
 * Takes one file in: its name and size first, then whether it may be attached at all, then its bytes, then what they
 * are. Only when the bytes are durable the row is written; what is refused leaves nothing. Answers the id of the
 * attachment; the same upload again answers the same.
 */
export async function receiveFile(form: UploadForm, upload: Upload, call: SignedInCall): Promise<string> {
  const { name, extension } = acceptedName(form.fileName);
  const { fileUid, fileSize, businessTable, businessId } = form;
  if (fileSize === 0) throw new Refused('FILE_EMPTY');
  if (fileSize > MAX_FILE_BYTES) throw new Refused('FILE_TOO_LARGE');
  const relationalId = derivedId(`file:${call.user.userName}:${businessTable}:${businessId}:${fileUid}`);
  const { underWay, end } = call.services.uploads.begin(call.user.userName, { relationalId, fileSize });
  try {
    const asked = { relationalId, name, fileSize, businessTable, businessId };
    await runCommand(mayAttach, { ...asked, underWay }, call, { commandId: crypto.randomUUID() });
    await attach({ ...asked, fileUid, fileType: extension }, upload, call);
    return relationalId;
  } finally {
    end();
  }
}

/** A file whose bytes are on their way. */
type ComingFile = Omit<z.input<typeof recordFile.payload>, 'digest'> & { readonly fileType: FileExtension };

/** Takes the bytes of a file and attaches it. */
async function attach(file: ComingFile, upload: Upload, call: SignedInCall): Promise<void> {
  const { db, files } = call.services;
  const incoming = await receiveBytes(files, upload, { announced: file.fileSize, most: MAX_FILE_BYTES });
  const named = async (): Promise<boolean> => (await neededDigests(db, [incoming.digest])).size > 0;
  try {
    await upload.end();
    if (incoming.bytes === 0) throw new Refused('FILE_EMPTY');
    // The sender stopped.
    if (incoming.bytes !== file.fileSize) throw new Refused('FILE_INCOMPLETE');
    const extension = file.fileType;
    if (!(await isWhatItSays(extension, incoming))) throw new Refused('FILE_CONTENT_DIFFERS', { extension });
    await incoming.keep();
    try {
      const commandId = derivedId(`${file.relationalId}:record`);
      await runCommand(recordFile, { ...file, digest: incoming.digest }, call, { commandId });
    } catch (error) {
      if (isDecided(error)) await incoming.withdraw(named);
      throw error;
    }
    // The same bytes of an upload that was refused meanwhile may have taken these along.
    await incoming.keep();
  } finally {
    await incoming.discard();
  }
}

/** Whether a command was certainly refused: one without an answer may still write its row, which needs the bytes. */
const isDecided = (error: unknown): boolean => error instanceof Refused && !undecided.has(error.code);
const undecided: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'REQUEST_TIMEOUT',
  'SERVICE_UNAVAILABLE',
  'STORAGE_FULL',
  'INTERNAL',
]);

/** The name as it is kept, with its extension. Refuses FILE_NAME_REFUSED and FILE_TYPE_REFUSED. */
function acceptedName(given: string): { name: string; extension: FileExtension } {
  const name = cleanFileName(given);
  if (name === '' || nameBytes(name) > MAX_NAME_BYTES) throw new Refused('FILE_NAME_REFUSED');
  const extension = fileExtensionOf(name);
  if (extension === null) throw new Refused('FILE_TYPE_REFUSED');
  return { name, extension };
}
