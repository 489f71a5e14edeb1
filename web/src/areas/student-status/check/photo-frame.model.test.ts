import { describe, expect, it } from 'vitest';
import { firstFrame, heightOf, placed, resized } from './photo-frame.model.ts';

// STUDENT-STATUS-08: photos are cut 3:4 before they are sent
describe('the frame of a photo', () => {
  it('begins as large as the picture allows, in the middle', () => {
    expect(firstFrame({ width: 1600, height: 1200 })).toEqual({ width: 900, left: 350, top: 0 });
    expect(firstFrame({ width: 600, height: 1200 })).toEqual({ width: 600, left: 0, top: 100 });
  });

  it('stays inside the picture, however it is moved or resized, and is 3:4', () => {
    const picture = { width: 1000, height: 1000 };
    expect(placed({ width: 600, left: 900, top: -50 }, picture)).toEqual({ width: 600, left: 400, top: 0 });
    const grown = resized({ width: 400, left: 590, top: 440 }, 5_000, picture);
    expect(grown).toEqual({ width: 750, left: 250, top: 0 });
    expect(heightOf(grown)).toBe(1000);
    expect(resized(grown, 10, picture).width).toBe(310);
  });
});
