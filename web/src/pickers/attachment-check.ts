import { cleanFileName, fileExtensionOf, nameBytes } from '@jwxt/contracts/file/file-name.ts';
import { fileTexts, MAX_FILE_BYTES, MAX_NAME_BYTES } from '@jwxt/contracts/file/file.vocabulary.ts';
import { errorText } from '@jwxt/contracts/all-errors.ts';

/**
 * Why a chosen file is not even sent; null when it may be (FILES-10, FILES-11). The server judges again, by the bytes.
 */
export function refusalOf({ name, size }: { name: string; size: number }): string | null {
  const kept = cleanFileName(name);
  if (kept === '' || nameBytes(kept) > MAX_NAME_BYTES) return errorText('FILE_NAME_REFUSED');
  if (fileExtensionOf(kept) === null) return fileTexts.typeRefused;
  if (size > MAX_FILE_BYTES) return fileTexts.tooLarge;
  return size === 0 ? fileTexts.empty : null;
}
