import { defineOperation } from '@jwxt/contracts/kernel/operation.ts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createInputReader } from './operation-input.ts';

it.each([['pageNo', 'pageNum'], ['pageNum', 'pageNo']])('CLIENT-04: an operation that declares %s takes %s as well; its own name wins', (own, other) => {
  const read = createInputReader(defineOperation({ id: 'x.y', method: 'GET', path: '/x/y', access: { signedIn: 'test' }, summary: 'x', input: z.object({ [own]: z.coerce.number().default(1) }), output: z.object({}) }));
  expect(read({ params: {}, query: { [other]: '3' }, body: undefined })).toEqual({ [own]: 3 });
  expect(read({ params: {}, query: { [own]: '2', [other]: '3' }, body: undefined })).toEqual({ [own]: 2 });
});
