import type { z } from 'zod';
import { recordFile } from '@jwxt/contracts/file/file.command.ts';
import { cleanFileName, fileExtensionOf, nameBytes } from '@jwxt/contracts/file/file-name.ts';
import type { uploadFile } from '@jwxt/contracts/file/file.operations.ts';
import { MAX_FILE_BYTES, MAX_NAME_BYTES, type FileExtension } from '@jwxt/contracts/file/file.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { FileTooLarge, StoreFull, type FileStore, type IncomingFile } from '@jwxt/infra/runtime/file-store.ts';
import type { SignedInCall } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import type { Upload } from '../kernel/upload.ts';
import { isWhatItSays } from './file-content.ts';

type UploadForm = z.output<typeof uploadFile.input>;

/**
 * Takes one file in: its name and size first, then its bytes, then what they are. Only when the bytes are durable the row is written; what
 * fails before leaves nothing. Answers the id of the attachment; the same upload again answers the same.
 */
export async function receiveFile(form: UploadForm, upload: Upload, call: SignedInCall): Promise<string> {
  const { name, extension } = acceptedName(form.fileName);
  if (form.fileSize === 0) throw new Refused('FILE_EMPTY');
  if (form.fileSize > MAX_FILE_BYTES) throw new Refused('FILE_TOO_LARGE');
  const incoming = await receiveBytes(call.services.files, upload);
  try {
    await upload.end();
    if (incoming.bytes === 0) throw new Refused('FILE_EMPTY');
    // Fewer than announced: the sender stopped; more: it is not the file that the form is about.
    if (incoming.bytes !== form.fileSize) throw new Refused('FILE_INCOMPLETE');
    if (!(await isWhatItSays(extension, incoming))) throw new Refused('FILE_CONTENT_DIFFERS', { extension });
    await incoming.keep();
  } finally {
    await incoming.discard();
  }
  const { fileUid, businessTable, businessId } = form;
  const relationalId = derivedId(`file:${call.user.userName}:${businessTable}:${businessId}:${fileUid}`);
  await runCommand(recordFile, {
    relationalId, fileUid, name, fileSize: incoming.bytes, fileType: extension, businessTable, businessId, digest: incoming.digest,
  }, call, { commandId: derivedId(`${relationalId}:record`), shownIn: [] });
  return relationalId;
}

/** The name as it is kept, with its extension. Refuses FILE_NAME_REFUSED and FILE_TYPE_REFUSED. */
function acceptedName(given: string): { name: string; extension: FileExtension } {
  const name = cleanFileName(given);
  if (name === '' || nameBytes(name) > MAX_NAME_BYTES) throw new Refused('FILE_NAME_REFUSED');
  const extension = fileExtensionOf(name);
  if (extension === null) throw new Refused('FILE_TYPE_REFUSED');
  return { name, extension };
}

async function receiveBytes(files: FileStore, { file }: Upload): Promise<IncomingFile> {
  try {
    return await files.receive(file, { maxBytes: MAX_FILE_BYTES });
  } catch (error) {
    if (error instanceof FileTooLarge) throw new Refused('FILE_TOO_LARGE');
    if (error instanceof StoreFull) throw new Refused('FILE_STORE_FULL');
    // The body ended or broke off in the middle; trouble with the disk has a system call to it.
    if (error instanceof Error && !('syscall' in error)) throw new Refused('FILE_INCOMPLETE');
    throw error;
  }
}
