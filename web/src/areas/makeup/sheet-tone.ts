import type { Tone } from '../../ui/tokens.ts';

/** Colour of a sheet's state: under approval blue, published green, everything before grey. */
export function sheetTone(sheetStatus: string): Tone {
  return sheetStatus === '3' ? 'blue' : sheetStatus === '4' ? 'green' : 'grey';
}
