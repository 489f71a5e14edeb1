import { fileTypeFromBuffer } from 'file-type';
import type { FileExtension } from '@jwxt/contracts/file/file.vocabulary.ts';
import type { IncomingFile } from '@jwxt/infra/runtime/file-store.ts';
import { compoundFileNames } from './compound-file.ts';
import { zipNames } from './zip-directory.ts';

type Content = Pick<IncomingFile, 'bytes' | 'read'>;

const headBytes = 4_100;
const textBytes = 64 * 1024;

/** A part that every document of the kind has, besides the list of its types. */
const officeParts = {
  docx: /^word\/document\d*\.xml$/,
  xlsx: /^xl\/workbook\.(xml|bin)$/,
  pptx: /^ppt\/presentation\.xml$/,
};
/** Streams of the older formats. */
const officeStreams = { doc: /^WordDocument$/i, xls: /^(Workbook|Book)$/i, ppt: /^PowerPoint Document$/i };
/** A newer document with a password is encrypted as a whole, inside the older container. */
const encryptedStream = 'EncryptedPackage';

/** Whether the bytes are what the extension says (FILES-10). Looks at a bounded part and unpacks nothing. */
export async function isWhatItSays(extension: FileExtension, content: Content): Promise<boolean> {
  switch (extension) {
    case 'txt':
      return await isText(content);
    case 'zip':
      return (await startsAsZip(content)) && (await zipNames(content)) !== null;
    case 'docx':
    case 'xlsx':
    case 'pptx':
      return await isOffice(content, officeParts[extension]);
    case 'doc':
    case 'xls':
    case 'ppt':
      return ((await compoundFileNames(content)) ?? []).some((name) => officeStreams[extension].test(name));
    default: {
      const head = await content.read(0, headBytes);
      const found = (await fileTypeFromBuffer(head))?.ext;
      return found === (extension === 'jpeg' ? 'jpg' : extension) && (found !== 'bmp' || isBitmapHeader(head));
    }
  }
}

async function isOffice(content: Content, part: RegExp): Promise<boolean> {
  if (!(await startsAsZip(content))) return ((await compoundFileNames(content)) ?? []).includes(encryptedStream);
  const names = (await zipNames(content)) ?? [];
  return names.includes('[Content_Types].xml') && names.some((name) => part.test(name));
}

/** The magic of a bitmap is two letters that a text may begin with, too. */
const isBitmapHeader = (head: Buffer): boolean =>
  head.length > 18 && [12, 40, 52, 56, 64, 108, 124].includes(head.readUInt32LE(14));

async function startsAsZip(content: Content): Promise<boolean> {
  const start = await content.read(0, 4);
  return ['504b0304', '504b0506'].includes(start.toString('hex'));
}

/** Text in UTF-8, UTF-16 or GB18030, at its beginning and its end. */
async function isText(content: Content): Promise<boolean> {
  const head = await content.read(0, textBytes);
  if (head.length >= 2 && ['fffe', 'feff'].includes(head.toString('hex', 0, 2)))
    return isEncodedAs(head.readUInt16BE(0) === 0xfffe ? 'utf-16le' : 'utf-16be', head);
  const tail = await content.read(Math.max(0, content.bytes - textBytes), textBytes);
  if ([head, tail].some((part) => part.some((byte) => isControl(byte)))) return false;
  return isEncodedAs('utf-8', head) || isEncodedAs('gb18030', head);
}

/** A character that is cut at the end does not count. */
function isEncodedAs(encoding: string, part: Buffer): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(part, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Tab, line ends, page ends and the old end mark are text. */
const isControl = (byte: number): boolean => byte < 0x20 && ![0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a].includes(byte);
