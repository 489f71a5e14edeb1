/** Where a visitor goes when there is nowhere better: the index (LOGIN-37). */
export const INDEX_ADDRESS = '/';

const longest = 500;
/** Stands for our own origin while an address is looked at. */
const here = 'https://here.invalid';
/** Browsers drop control characters and read a backslash as a slash: `/\evil`, `/<tab>/evil`. */
const isTreacherous = (character: string): boolean => character <= ' ' || character === '\u007f' || character === '\\';
/** Addresses that are no place to return to: they would sign in again, redirect again, or are no page. */
const noPage = /^\/(login|tempLogin|sso\/failed|redirect|api|sws|health)(\/|$)/i;

/**
 * An address to return to, made safe: a path of this site with its query and fragment. Anything that a browser could
 * read as another site, or that is no page to return to, becomes the index.
 */
export function safeReturnUrl(address: string | null | undefined): string {
  if (address === null || address === undefined || address.length > longest) return INDEX_ADDRESS;
  if (
    !address.startsWith('/') ||
    Array.from(address).some(isTreacherous) ||
    address.startsWith('//') ||
    !URL.canParse(address, here)
  )
    return INDEX_ADDRESS;
  const { origin, pathname, search, hash } = new URL(address, here);
  // Dots may have led to a path that is read as a host.
  if (origin !== here || pathname.startsWith('//') || noPage.test(pathname)) return INDEX_ADDRESS;
  return pathname + search + hash;
}
