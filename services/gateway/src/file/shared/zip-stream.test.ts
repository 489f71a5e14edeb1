import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { content } from '../sample-file.fixture.ts';
import { zipStream } from './zip-stream.ts';
import { zipNames } from '../zip-directory.ts';

/** Data of each entry by what the directory says of it: place, size and check sum. */
function unpacked(archive: Buffer): string[] {
  const found: string[] = [];
  let at = archive.readUInt32LE(archive.length - 6);
  while (archive.readUInt32LE(at) === 0x02014b50) {
    const [sum, size, start] = [
      archive.readUInt32LE(at + 16),
      archive.readUInt32LE(at + 24),
      archive.readUInt32LE(at + 42),
    ];
    const from = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
    const data = archive.subarray(from, from + size);
    expect([crc32(data), archive.readUInt32LE(start), archive.readUInt32LE(from + size)]).toEqual([
      sum,
      0x04034b50,
      0x08074b50,
    ]);
    found.push(data.toString());
    at += 46 + archive.readUInt16LE(at + 28);
  }
  return found;
}

// FILES-23
it('an archive with Chinese names, and numbers on those that come twice; files are opened one by one', async () => {
  let open = 0;
  const entry = (name: string, data: string) => ({
    name,
    modified: new Date('2026-11-22T02:00:00Z'),
    open: () => {
      open += 1;
      expect(open).toBe(1);
      return Promise.resolve(
        Readable.from([Buffer.from(data)]).once('close', () => {
          open -= 1;
        }),
      );
    },
  });
  const archive = await buffer(
    zipStream([entry('成绩单.pdf', 'one'), entry('成绩单.PDF', 'two'), entry('empty.txt', '')]),
  );
  expect(await zipNames(content(archive))).toEqual(['成绩单.pdf', '成绩单(2).PDF', 'empty.txt']);
  expect(unpacked(archive)).toEqual(['one', 'two', '']);
  // 22 November 2026, 10:00 in the school.
  expect(archive.readUInt32LE(10)).toBe((((2026 - 1980) << 9) | (11 << 5) | 22) * 65_536 + (10 << 11));
});
