import { describe, expect, it } from 'vitest';
import {
  combined,
  inOrderOfNeed,
  lagText,
  observe,
  OBSERVATIONS_KEPT,
  percentText,
  statusText,
  summaryOf,
  toneOf,
  type ReadModel,
} from './read-model.model.ts';

const model = (name: string, change: Partial<ReadModel> = {}): ReadModel => ({
  name,
  title: name,
  version: 1,
  nextVersion: null,
  status: 'serving',
  statusName: '正常',
  position: '1/1',
  lagEvents: 0,
  lagSeconds: 0.2,
  sizeBytes: 1,
  rowCount: 1,
  parkedCount: 0,
  lastEventAt: null,
  worker: null,
  subscription: 'live',
  rebuild: null,
  lastFailure: null,
  ...change,
});
const rebuild = {
  done: 68,
  total: 100,
  percent: 68.7,
  speed: 42_310,
  secondsLeft: 76,
  elapsedSeconds: 162,
  requestedBy: '王志强',
  startedAt: '2026-11-20 10:30:03',
};

describe('read models', () => {
  it('those that need somebody come first, then rebuilds', () => {
    const list = [
      model('a'),
      model('b', { status: 'building', rebuild }),
      model('c', { parkedCount: 1, status: 'parked' }),
      model('d', { lagSeconds: 136 }),
    ];
    expect(inOrderOfNeed(list).map((one) => one.name)).toEqual(['c', 'd', 'b', 'a']);
    expect(list.map(toneOf)).toEqual(['green', 'blue', 'red', 'red']);
    expect(summaryOf(list)).toMatchObject({ healthy: 1, rebuilding: 1, failing: 2, worst: { name: 'd' } });
  });

  it('says how far a rebuild is, and never that it is done before it is', () => {
    expect(statusText(model('a', { status: 'building', rebuild }))).toBe('重建中 68%');
    expect(percentText(99.99)).toBe('99%');
    expect(percentText(100)).toBe('100%');
    expect(statusText(model('a', { parkedCount: 2 }))).toBe('2 个事件搁置');
  });

  it('says lag in people’s units', () => {
    expect([0.24, 59.9, 136, 7260].map(lagText)).toEqual(['0.2 秒', '59.9 秒', '2分16秒', '2小时1分']);
  });

  it('keeps a bounded number of observations', () => {
    let kept = observe([], 0, [model('a', { lagSeconds: 3 }), model('b', { rebuild })]);
    expect(kept).toEqual([{ at: 0, lag: 3, speed: 42_310 }]);
    for (let at = 1; at < OBSERVATIONS_KEPT + 50; at += 1) kept = observe(kept, at, []);
    expect(kept).toHaveLength(OBSERVATIONS_KEPT);
  });

  it('several rebuilds show as one: events of all, and the time until the last is through', () => {
    const other = {
      ...rebuild,
      done: 0,
      total: 100,
      percent: 0,
      speed: 10,
      secondsLeft: 90,
      startedAt: '2026-11-20 10:30:01',
    };
    expect(combined([rebuild, other])).toEqual({
      done: 68,
      total: 200,
      percent: 34,
      speed: 42_320,
      secondsLeft: 90,
      elapsedSeconds: 162,
      requestedBy: '王志强',
      startedAt: '2026-11-20 10:30:01',
    });
    expect(combined([rebuild, { ...other, secondsLeft: null }]).secondsLeft).toBeNull();
  });
});
