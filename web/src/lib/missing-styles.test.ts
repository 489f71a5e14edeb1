// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { refetchMissingStyles } from './missing-styles.ts';

const told = (message: string) => {
  const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: new Error(message) });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};
const links = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];

it('a style sheet that did not come holds nothing up, and is asked for until it comes', async () => {
  vi.useFakeTimers();
  refetchMissingStyles();
  expect(told('Unable to preload CSS for http://localhost/assets/shell-1.css')).toBe(true);
  await vi.advanceTimersByTimeAsync(3000);
  expect(links().map(({ href }) => href)).toEqual(['http://localhost/assets/shell-1.css']);
  links()[0]!.dispatchEvent(new Event('error'));
  expect(links()).toEqual([]);
  await vi.advanceTimersByTimeAsync(3000);
  links()[0]!.dispatchEvent(new Event('load'));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(links()).toHaveLength(1);
  vi.useRealTimers();
});

it('code that did not come is left to whoever asked for it', () => {
  expect(told('Failed to fetch dynamically imported module: http://localhost/assets/shell-1.js')).toBe(false);
});
