import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fileExtensions, type FileExtension } from '@jwxt/contracts/file/file.vocabulary.ts';
import { isWhatItSays } from './file-content.ts';
import { bmp, compound, content, docx, gif, html, jpg, pdf, png, rar, svg, zipOf } from './sample-file.fixture.ts';

const says = (extension: FileExtension, bytes: Buffer) => isWhatItSays(extension, content(bytes));
const samples = async (): Promise<Record<FileExtension, Buffer>> => ({
  txt: Buffer.from('成绩单\r\n高等数学\t95\n'),
  zip: await zipOf(['a.txt']),
  rar,
  jpg,
  jpeg: jpg,
  bmp,
  gif,
  png,
  pdf,
  doc: compound(['Root Entry', '1Table', 'Data', '\u0005SummaryInformation', 'WordDocument']),
  xls: compound(['Root Entry', 'Workbook']),
  ppt: compound(['Root Entry', 'PowerPoint Document']),
  docx: await docx(),
  xlsx: await zipOf(['[Content_Types].xml', 'xl/workbook.xml']),
  pptx: await zipOf(['[Content_Types].xml', 'ppt/presentation.xml']),
});

describe('what a file is', () => {
  it('FILES-10: each of the fifteen types is recognised by its bytes', async () => {
    const files = await samples();
    for (const extension of fileExtensions) expect(await says(extension, files[extension]), extension).toBe(true);
  });

  it('one type under the extension of another is not what it says; an office document is also a zip', async () => {
    const files = await samples();
    const alike = new Set(['jpg jpeg', 'jpeg jpg', 'zip docx', 'zip xlsx', 'zip pptx']);
    for (const extension of fileExtensions) {
      for (const other of fileExtensions.filter(
        (each) => each !== extension && !alike.has(`${extension} ${each}`) && !(extension === 'txt'),
      )) {
        expect(await says(extension, files[other]), `${other} as ${extension}`).toBe(false);
      }
    }
  });

  it('a page, a drawing with a script, a program, and nothing at all are none of them', async () => {
    const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]);
    for (const extension of fileExtensions) {
      for (const [name, bytes] of Object.entries({ html, svg, program, gzip: gzipSync('x') })) {
        // A text is never executed: it is only ever saved.
        if (extension === 'txt' && (name === 'html' || name === 'svg')) continue;
        expect(await says(extension, bytes), `${name} as ${extension}`).toBe(false);
      }
      if (extension !== 'txt') expect(await says(extension, Buffer.alloc(0)), extension).toBe(false);
    }
  });

  it('text may be UTF-8, GB18030 or UTF-16; bytes are not text', async () => {
    expect(await says('txt', Buffer.from('d6d0cec4', 'hex'))).toBe(true);
    expect(await says('txt', Buffer.from('fffe2d4e8765', 'hex'))).toBe(true);
    expect(await says('txt', Buffer.from([0x61, 0x00, 0x62]))).toBe(false);
    expect(await says('txt', Buffer.from('ff80ff81', 'hex'))).toBe(false);
    // A character that is cut where the looked-at part ends.
    expect(await says('txt', Buffer.from(`a${'中'.repeat(30_000)}`))).toBe(true);
  });

  it('a text that begins like a bitmap is none, and a document with a password still is a document', async () => {
    expect(await says('bmp', Buffer.from('BMW 318i 2026 model, a very long text about it'))).toBe(false);
    expect(await says('docx', compound(['Root Entry', 'EncryptionInfo', 'EncryptedPackage']))).toBe(true);
  });

  it('a zip bomb is never unpacked: only its directory is looked at, and what it claims does not matter', async () => {
    const bomb = await zipOf(['[Content_Types].xml', 'word/document.xml', 'bomb.bin'], Buffer.alloc(1024));
    const directory = bomb.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'));
    bomb.writeUInt32LE(0xffff_fff0, directory + 24);
    let read = 0;
    const watched = {
      bytes: bomb.length,
      read: (offset: number, length: number) => {
        read += length;
        return content(bomb).read(offset, length);
      },
    };
    expect(await isWhatItSays('docx', watched)).toBe(true);
    expect(read).toBeLessThan(200_000);
  });

  it('a directory that points outside the file, or in a circle, ends', async () => {
    const broken = await docx();
    broken.writeUInt32LE(0xffff_ff00, broken.length - 6);
    expect(await says('docx', broken)).toBe(false);
    const circle = compound(Array.from({ length: 8 }, (_, index) => `Stream${index}`));
    circle.writeUInt32LE(1, 512 + 4);
    expect(await says('doc', circle)).toBe(false);
  });
});

describe('the work that a file can ask for', () => {
  /** Counts what is read of a file. */
  const watched = (file: { bytes: number; read(offset: number, length: number): Promise<Buffer> }) => {
    const done = { reads: 0, bytes: 0 };
    return {
      done,
      content: {
        bytes: file.bytes,
        read: async (offset: number, length: number) => {
          const part = await file.read(offset, length);
          done.reads += 1;
          done.bytes += part.length;
          return part;
        },
      },
    };
  };

  it('is bounded for a compound file whose chains are as long, and as far away, as can be said', async () => {
    // 50 MB of sectors of 512 bytes, each of which is a directory full of names, a table and a list at once: what
    // follows a sector lies at the end, behind all lists.
    const header = compound([]).subarray(0, 512);
    const last = 52_428_800 / 512 - 3;
    header.writeUInt32LE(1, 68);
    header.writeUInt32LE(last, 48);
    const sector = (number: number): Buffer => {
      const words = Buffer.alloc(512);
      for (let at = 0; at < 512; at += 4) words.writeUInt32LE(at === 508 ? number + 1 : last, at);
      return words;
    };
    const hostile = {
      bytes: 52_428_800,
      read: (offset: number, length: number) =>
        Promise.resolve(offset === 0 ? header.subarray(0, length) : sector(offset / 512 - 1).subarray(0, length)),
    };
    const { done, content: file } = watched(hostile);
    expect(await isWhatItSays('doc', file)).toBe(false);
    // A directory of 256 sectors, what follows each of them, and the lists on the way.
    expect(done.reads).toBeGreaterThan(500);
    expect(done.reads).toBeLessThan(800);
    expect(done.bytes).toBeLessThan(512 * 1024);
  });

  it('is bounded for an archive whose directory is all of it', async () => {
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    const end = Buffer.alloc(22);
    end.write('PK\x05\x06', 'latin1');
    const entries = Buffer.concat([
      Buffer.from('PK\x03\x04', 'latin1'),
      ...Array.from({ length: 200_000 }, () => entry),
    ]);
    end.writeUInt32LE(entries.length - 4, 12);
    end.writeUInt32LE(4, 16);
    const { done, content: file } = watched(content(Buffer.concat([entries, end])));
    expect(await isWhatItSays('docx', file)).toBe(false);
    expect(done.reads).toBeLessThanOrEqual(3);
    expect(done.bytes).toBeLessThan(1_200_000);
  });
});
