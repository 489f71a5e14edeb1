import { visibleText } from '../kernel/visible-text.ts';
import { fileExtensions, type FileExtension } from './file.vocabulary.ts';

/**
 * A file name as it is kept: without folders in front, without marks that nobody sees (those that turn the direction
 * of text make `gpj.exe` look like `exe.jpg`), on one line, composed, without dots and blanks at its ends. May be
 * empty.
 */
export function cleanFileName(given: string): string {
  const last = given.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  return visibleText(last)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '');
}

/**
 * The extension in lower case when it is one that may be uploaded (FILES-10), null otherwise. Only the last one counts.
 */
export function fileExtensionOf(name: string): FileExtension | null {
  const found = /[^.]\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase();
  return fileExtensions.find((extension) => extension === found) ?? null;
}

/** Length of a name in UTF-8 bytes. */
export function nameBytes(name: string): number {
  return new TextEncoder().encode(name).length;
}
