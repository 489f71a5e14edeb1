const RETRY_MS = 3000;
const MISSING = /^Unable to preload CSS for (\S+)$/;

/**
 * Fetches style sheets that did not come with the code they belong to until they are there. Left to itself the
 * bundler's loader keeps back the code for want of them, and never asks for them again.
 */
export function refetchMissingStyles(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const href = MISSING.exec(event.payload.message)?.[1];
    if (href === undefined) return;
    event.preventDefault();
    refetchLater(href);
  });
}

function refetchLater(href: string): void {
  setTimeout(() => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href });
    link.addEventListener('error', () => {
      link.remove();
      refetchLater(href);
    });
    document.head.append(link);
  }, RETRY_MS);
}
