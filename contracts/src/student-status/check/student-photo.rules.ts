import { MAX_PHOTO_BYTES } from './student-photo.vocabulary.ts';

/** What a picture is. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

const LEAST = { width: 295, height: 413 } as const;
/** A picture that claims more is not decoded by anybody: a bomb is a small file with a huge picture. */
const MOST_SIDE = 5_000;
/** By how much of the width a side may be off 3:4: cameras and rounding. */
const TOLERANCE = 0.015;

/**
 * Why a picture is no photo of a student (STUDENT-STATUS-08): jpg, at most 100 kB, 3:4, at least 295×413; null: it is
 * one.
 */
export function photoProblem(size: PictureSize | null, bytes: number): string | null {
  if (size === null) return '不是完整的 jpg 图片';
  if (bytes > MAX_PHOTO_BYTES) return `大小 ${String(Math.ceil(bytes / 1024))} KB，超过 100 KB`;
  const { width, height } = size;
  const told = `${String(width)}×${String(height)}`;
  if (width > MOST_SIDE || height > MOST_SIDE) return `尺寸 ${told} 过大`;
  if (width < LEAST.width || height < LEAST.height) return `尺寸 ${told}，小于 295×413`;
  return Math.abs(width / height - 0.75) > 0.75 * TOLERANCE ? `尺寸 ${told}，宽高比应为 3:4` : null;
}

/** Frames that hold a picture's size: all but those of Huffman tables, arithmetic tables and JPG. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Markers without a length. */
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/**
 * The size of a jpg, read from its segments: it begins and ends as one, has a frame and a scan behind it. Null: it is
 * none, or a part of one. Nothing is unpacked.
 */
export function jpgSize(bytes: Uint8Array): PictureSize | null {
  const at = (index: number): number => bytes[index] ?? -1;
  const pair = (index: number): number => at(index) * 256 + at(index + 1);
  if (pair(0) !== 0xffd8 || !endsAsJpg(bytes)) return null;
  let size: PictureSize | null = null;
  for (let place = 2; place + 4 <= bytes.length;) {
    if (at(place) !== 0xff) return null;
    const marker = at(place + 1);
    if (marker === 0xff) {
      place += 1;
      continue;
    }
    if (isBare(marker)) {
      place += 2;
      continue;
    }
    const length = pair(place + 2);
    if (length < 2 || place + 2 + length > bytes.length) return null;
    // The scan: what follows is the picture.
    if (marker === 0xda) return size !== null && place + 2 + length + 2 < bytes.length ? size : null;
    if (isFrame(marker)) {
      if (size !== null || length < 11) return null;
      size = { height: pair(place + 5), width: pair(place + 7) };
      if (at(place + 4) !== 8 || size.width === 0 || size.height === 0) return null;
    }
    place += 2 + length;
  }
  return null;
}

/** Its end mark; cameras put some zeros behind it. */
function endsAsJpg(bytes: Uint8Array): boolean {
  let last = bytes.length - 1;
  while (last > 0 && bytes[last] === 0 && bytes.length - last < 64) last -= 1;
  return bytes[last] === 0xd9 && bytes[last - 1] === 0xff;
}

/** The number in the name of a file of an archive, `2024/20240101.JPG` → `20240101`; null: no jpg, or no number. */
export function photoNumber(path: string): string | null {
  const name = path.split(/[\\/]/).at(-1) ?? '';
  return /^([A-Za-z0-9()-]{4,20})\.jpe?g$/i.exec(name)?.[1]?.toUpperCase() ?? null;
}

/** What archives hold besides files: folders, and what systems leave in them. */
export const isNoFile = (path: string): boolean =>
  /[\\/]$/.test(path) || /(^|[\\/])(__MACOSX[\\/]|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(path);
