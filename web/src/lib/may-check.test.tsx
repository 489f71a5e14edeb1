// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { signedInAlways } from '../testing/signed-in-user.ts';
import { useMayCheck } from './session.ts';

signedInAlways({ permissions: ['scoreLog:query'] });

// A menu asks of hundreds of pages, each time Ctrl+K opens.
it('asking for many codes reads the storage of the session no more often than asking for one', () => {
  const may = renderHook(() => useMayCheck()).result.current;
  const read = vi.spyOn(Storage.prototype, 'getItem');
  expect([may('scoreLog:query'), may('scoreEntry:save'), may(null)]).toEqual([true, false, false]);
  expect(read).not.toHaveBeenCalled();
  read.mockRestore();
});
