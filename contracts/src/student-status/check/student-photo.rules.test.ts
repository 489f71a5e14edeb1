import { describe, expect, it } from 'vitest';
import { isNoFile, jpgSize, photoNumber, photoProblem } from './student-photo.rules.ts';

const jpg = (...parts: number[][]): Uint8Array => Uint8Array.from([0xff, 0xd8, ...parts.flat(), 0xff, 0xd9]);
const frame = (width: number, height: number, marker = 0xc0) => [
  0xff,
  marker,
  0,
  11,
  8,
  height >> 8,
  height & 255,
  width >> 8,
  width & 255,
  1,
  1,
  17,
  0,
];
const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3];

// STUDENT-STATUS-08
describe('a photo', () => {
  it.each([
    ['480×640', { width: 480, height: 640 }, 50_000, null],
    ['a pixel beside 3:4', { width: 311, height: 414 }, 50_000, null],
    ['too small', { width: 294, height: 413 }, 50_000, '尺寸 294×413，小于 295×413'],
    ['of another form', { width: 640, height: 480 }, 50_000, '尺寸 640×480，宽高比应为 3:4'],
    ['too many bytes', { width: 480, height: 640 }, 102_401, '大小 101 KB，超过 100 KB'],
    ['a bomb', { width: 30_000, height: 40_000 }, 50_000, '尺寸 30000×40000 过大'],
    ['no picture', null, 50_000, '不是完整的 jpg 图片'],
  ])('%s', (_title, size, bytes, problem) => {
    expect(photoProblem(size, bytes)).toBe(problem);
  });

  it('says its size by its frame, whatever stands before it; a part of one, or another picture, has none', () => {
    const whole = jpg([0xff, 0xe1, 0, 4, 1, 2], frame(480, 640, 0xc2), scan);
    expect(jpgSize(whole)).toEqual({ width: 480, height: 640 });
    expect(jpgSize(Uint8Array.from([...whole, 0, 0, 0]))).toEqual({ width: 480, height: 640 });
    for (const broken of [
      whole.subarray(0, whole.length - 3),
      jpg(frame(480, 640)),
      jpg(scan),
      jpg(frame(480, 640), frame(3, 4), scan),
      jpg(frame(0, 640), scan),
      jpg([0xff, 0xc4, 0xff, 0xff], frame(480, 640), scan),
      Uint8Array.from([0x89, 0x50, 0x4e, 0x47]),
      new Uint8Array(0),
    ])
      expect(jpgSize(broken)).toBeNull();
  });

  it('of an archive is told by the number that it is called', () => {
    expect(photoNumber('2026级/20260101.JPG')).toBe('20260101');
    expect(photoNumber('41010119900101123x.jpeg')).toBe('41010119900101123X');
    expect([photoNumber('张三.jpg'), photoNumber('20260101.png')]).toEqual([null, null]);
    expect(['__MACOSX/._a.jpg', 'a/', 'a/Thumbs.db', 'a/b.jpg'].map(isNoFile)).toEqual([true, true, true, false]);
  });
});
