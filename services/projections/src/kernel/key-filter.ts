/**
 * Remembers texts in little, fixed space: it is sure of those that were never added, and now and then wrong about
 * others.
 */
export interface KeyFilter {
  add(text: string): void;
  /** False only when it was never added. */
  mayHave(text: string): boolean;
}

/** A quarter of a megabyte: two hundred thousand texts, after which it takes one in fifty for known that is not. */
const BITS = 2 ** 21;
const PROBES = 3;

/** A Bloom filter. */
export function createKeyFilter(): KeyFilter {
  const bits = new Uint32Array(BITS / 32);
  return {
    add(text) {
      let place = hash(text);
      const step = stepOf(place);
      for (let probe = 0; probe < PROBES; probe += 1, place = (place + step) >>> 0) {
        const bit = place % BITS;
        bits[bit >>> 5]! |= 1 << (bit & 31);
      }
    },
    mayHave(text) {
      let place = hash(text);
      const step = stepOf(place);
      for (let probe = 0; probe < PROBES; probe += 1, place = (place + step) >>> 0) {
        const bit = place % BITS;
        if ((bits[bit >>> 5]! & (1 << (bit & 31))) === 0) return false;
      }
      return true;
    },
  };
}

/** FNV-1a with a final mix, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}

function stepOf(place: number): number {
  // From the upper bits: the lower ones are the first place.
  return ((Math.imul(place >>> 16, 0xc2b2ae35) ^ (place >>> 23)) | 1) >>> 0;
}
