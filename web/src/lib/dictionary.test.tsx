// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from '../testing/render.tsx';
import { useDictionaryWords } from './dictionary.ts';

function Words() {
  const values = useDictionaryWords('XTGL_KCSXDMJ');
  return <div data-testid="words">{values.map(({ dm, mc }) => `${dm} ${mc}`).join('，') || '无'}</div>;
}

beforeEach(() => {
  document.cookie = `user=${encodeURIComponent(JSON.stringify({ userName: 'u' }))}; path=/`;
});
afterEach(() => {
  vi.unstubAllGlobals();
});
const answer = (status: number, body: object) => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status })));
};

it('CLIENT-03: a dictionary answers in the meta form', async () => {
  answer(200, {
    meta: { statusCode: '200', message: '查询成功' },
    data: [
      { dm: '1', mc: '必修' },
      { dm: '2', mc: '选修' },
    ],
  });
  render(<Words />);
  expect(await screen.findByText('1 必修，2 选修')).toBeTruthy();
});

it('CLIENT-16: after an error there are no values, and the person is told', async () => {
  answer(400, { meta: { statusCode: 'INVALID_INPUT', message: '' } });
  render(<Words />);
  expect(await screen.findByText('查询失败')).toBeTruthy();
  expect(screen.getByTestId('words').textContent).toBe('无');
});
