import { expect, test } from 'vitest';
import { BALL_SIZE, boundTop, healthTone, isClick, moveByKey, snap } from './monitor-ball.model.ts';

const window = { width: 1366, height: 768 };

test('MONITOR-03: let go anywhere, the ball snaps to the nearer edge', () => {
  expect(snap(300, 400, window).side).toBe('left');
  expect(snap(1000, 400, window).side).toBe('right');
  expect(snap(window.width / 2 - BALL_SIZE / 2 - 1, 400, window).side).toBe('left');
  expect(snap(window.width / 2 - BALL_SIZE / 2, 400, window).side).toBe('right');
});

test("MONITOR-04: its top is between 100 and the window's height less 250", () => {
  expect(boundTop(-40, 768)).toBe(100);
  expect(boundTop(99.6, 768)).toBe(100);
  expect(boundTop(300, 768)).toBe(300);
  expect(boundTop(518, 768)).toBe(518);
  expect(boundTop(519, 768)).toBe(518);
  expect(boundTop(5000, 1080)).toBe(830);
  expect(boundTop(300, 320)).toBe(100);
  expect(snap(1000, 9999, window)).toEqual({ side: 'right', top: 518 });
});

test('MONITOR-07: a press that moved less than 3 px is a click', () => {
  expect(isClick(0, 0)).toBe(true);
  expect(isClick(2, 2)).toBe(true);
  expect(isClick(2.9, 0)).toBe(true);
  expect(isClick(3, 0)).toBe(false);
  expect(isClick(0, -3)).toBe(false);
});

test('arrow keys move it within the same bounds', () => {
  expect(moveByKey({ side: 'right', top: 110 }, 'ArrowUp', 768)).toEqual({ side: 'right', top: 100 });
  expect(moveByKey({ side: 'right', top: 510 }, 'ArrowDown', 768)).toEqual({ side: 'right', top: 518 });
  expect(moveByKey({ side: 'right', top: 200 }, 'ArrowLeft', 768)).toEqual({ side: 'left', top: 200 });
  expect(moveByKey({ side: 'left', top: 200 }, 'Tab', 768)).toBeNull();
});

test('the colour of the gauge', () => {
  expect([100, 90, 89, 60, 59, 0].map(healthTone)).toEqual(['green', 'green', 'blue', 'blue', 'red', 'red']);
});
