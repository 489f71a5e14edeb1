import { describe, expect, it } from 'vitest';
import { safeReturnUrl } from './return-url.ts';

describe('an address to return to', () => {
  it('is a page of this site, with its query and fragment', () => {
    for (const address of [
      '/',
      '/jwxt/gly/scoreManage/entry',
      '/jwxt/gly/messageSystem/approval?tab=1&q=%E6%95%B0#x',
      '/loginHistory',
    ])
      expect(safeReturnUrl(address)).toBe(address);
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    'javascript:alert(1)',
    'jwxt/gly',
    ' /x',
    '/login?returnUrl=/',
    '/LOGIN',
    '/tempLogin?a=b',
    '/sso/failed',
    '/redirect?url=/x',
    '/api/logout',
    '/sws/x',
    `/${'x'.repeat(500)}`,
    '',
    undefined,
    null,
  ])('is the index instead of %j', (address) => {
    expect(safeReturnUrl(address)).toBe('/');
  });
});
