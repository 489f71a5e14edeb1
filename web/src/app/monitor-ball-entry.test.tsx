// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { render } from '../testing/render.tsx';
import { MonitorBallEntry } from './monitor-ball-entry.tsx';

const held = vi.hoisted(() => ({ codes: [] as string[] }));
vi.mock('../lib/session.ts', () => ({ useMay: (code: string) => held.codes.includes(code) }));
vi.mock('../areas/data-monitor/monitor-ball.tsx', () => ({ MonitorBall: () => <button type="button">ball</button> }));

test('MONITOR-01: the ball is there only for those who hold MonitorBall:view', async () => {
  const { unmount } = render(<MonitorBallEntry />);
  expect(screen.queryByRole('button')).toBeNull();
  unmount();
  held.codes = ['MonitorBall:view'];
  render(<MonitorBallEntry />);
  expect(await screen.findByRole('button', { name: 'ball' })).toBeTruthy();
});
