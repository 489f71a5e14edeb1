import { FileTooLarge, StoreFull, type FileStore, type IncomingFile } from '@jwxt/infra/runtime/file-store.ts';
import { Refused } from '../../kernel/refused.ts';
import type { Upload } from '../../kernel/upload.ts';

/** Takes as many bytes as were announced. More of them: it is not the file that the form is about. */
export async function receiveBytes(
  files: FileStore,
  { file }: Pick<Upload, 'file'>,
  { announced, most }: { readonly announced: number; readonly most: number },
): Promise<IncomingFile> {
  try {
    return await files.receive(file, { maxBytes: announced });
  } catch (error) {
    if (error instanceof FileTooLarge) throw new Refused(announced < most ? 'FILE_INCOMPLETE' : 'FILE_TOO_LARGE');
    if (error instanceof StoreFull) throw new Refused('FILE_STORE_FULL');
    // The body ended or broke off in the middle; trouble with the disk has a system call to it.
    if (error instanceof Error && !('syscall' in error)) throw new Refused('FILE_INCOMPLETE');
    throw error;
  }
}
