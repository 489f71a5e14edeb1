import { onTestFinished, vi } from 'vitest';

/** The window is as narrow as a phone's until the test is over. */
export function onPhone(): void {
  const usual = window.matchMedia;
  const media = vi.spyOn(window, 'matchMedia');
  onTestFinished(() => {
    media.mockRestore();
  });
  media.mockImplementation((query) => Object.assign(usual(query), { matches: query.includes('max-width') }));
}
