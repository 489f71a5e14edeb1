/** A part of a jpg: its marker and what it holds. */
const segment = (marker: number, bytes: readonly number[]): Buffer =>
  Buffer.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 0xff, ...bytes]);

/** A jpg of a size, as far as anybody looks at one, with so many bytes of picture. */
export function jpgOf(width: number, height: number, length = 2_000): Buffer {
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, [...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    segment(
      0xdb,
      Array.from({ length: 65 }, () => 1),
    ),
    segment(0xc0, [8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0]),
    segment(0xda, [1, 1, 0, 0, 63, 0]),
    Buffer.alloc(length, 0x5a),
    Buffer.from([0xff, 0xd9]),
  ]);
}
