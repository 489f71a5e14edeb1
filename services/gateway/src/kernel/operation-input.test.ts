import { defineOperation, type Operation } from '@jwxt/contracts/kernel/operation.ts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createInputReader } from './operation-input.ts';

const operation = (more: Partial<Omit<Operation, 'access' | 'scope'>>) =>
  defineOperation({
    id: 'x.y',
    method: 'POST',
    path: '/x/y',
    access: { signedIn: 'test' },
    summary: 'x',
    input: z.object({ name: z.any(), content: z.any() }),
    output: z.object({}),
    ...more,
  });
const refused = (fieldErrors: object[]) => expect.objectContaining({ code: 'INVALID_INPUT', fieldErrors }) as unknown;

it('no rule of a field looks at a text longer than any of ours, wherever it is; a declared field has its limit', () => {
  const long = 'x'.repeat(10_001);
  const read = createInputReader(operation({ longTexts: ['content'] }));
  expect(() => read({ params: {}, query: {}, body: { name: [{ a: long }, long.slice(1)], content: long } })).toThrow(
    refused([{ field: 'name.0.a', message: '最多 10000 个字符' }]),
  );
  expect(read({ params: {}, query: {}, body: { name: long.slice(1), content: long } })).toEqual({
    name: long.slice(1),
    content: long,
  });
});

it.each([
  ['pageNo', 'pageNum'],
  ['pageNum', 'pageNo'],
])('CLIENT-04: an operation that declares %s takes %s as well; its own name wins', (own, other) => {
  const read = createInputReader(
    defineOperation({
      id: 'x.y',
      method: 'GET',
      path: '/x/y',
      access: { signedIn: 'test' },
      summary: 'x',
      input: z.object({ [own]: z.coerce.number().default(1) }),
      output: z.object({}),
    }),
  );
  expect(read({ params: {}, query: { [other]: '3' }, body: undefined })).toEqual({ [own]: 3 });
  expect(read({ params: {}, query: { [own]: '2', [other]: '3' }, body: undefined })).toEqual({ [own]: 2 });
});

it('marks that nobody sees are left out of every text, wherever it stands; one of nothing else is not there', () => {
  const read = createInputReader(operation({ input: z.object({ name: z.string().optional(), content: z.any() }) }));
  expect(
    read({
      params: {},
      query: {},
      body: { name: '张\u200b三', content: [{ title: '\u202e通知\u202c', count: 3, none: null }] },
    }),
  ).toEqual({ name: '张三', content: [{ title: '通知', count: 3, none: null }] });
  expect(read({ params: {}, query: {}, body: { name: '\u3164\u200b', content: '第一行\r\n第二行' } })).toEqual({
    content: '第一行\r\n第二行',
  });
  const required = createInputReader(operation({ input: z.object({ name: z.string().trim().min(1, '请输入标题') }) }));
  expect(() => required({ params: {}, query: {}, body: { name: '\u3164 \u200b' } })).toThrow(
    refused([{ field: 'name', message: '请输入标题' }]),
  );
});
