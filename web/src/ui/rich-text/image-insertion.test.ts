import { describe, expect, it } from 'vitest';
import { scaledSize } from './image-insertion.ts';

describe('inserted pictures', () => {
  it('PICKERS-137 wider than 400 are scaled to 400 wide, except png and gif', () => {
    expect([
      scaledSize('image/jpeg', 1600, 900),
      scaledSize('image/bmp', 401, 3),
      scaledSize('image/jpeg', 4000, 1),
    ]).toEqual([
      { width: 400, height: 225 },
      { width: 400, height: 3 },
      { width: 400, height: 1 },
    ]);
    expect([
      scaledSize('image/png', 1600, 900),
      scaledSize('image/gif', 1600, 900),
      scaledSize('image/jpeg', 400, 900),
    ]).toEqual([null, null, null]);
  });
});
