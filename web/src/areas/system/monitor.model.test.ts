import { describe, expect, it } from 'vitest';
import {
  backupText,
  durationText,
  figureText,
  historyRows,
  lineOf,
  troubles,
  type History,
  type Monitor,
} from './monitor.model.ts';

const empty: History = {
  at: [],
  accepted: [],
  refused: [],
  failed: [],
  appendMs: [],
  lagSeconds: [],
  pushMs: [],
  sockets: [],
  loopDelayMs: [],
};

describe('running state', () => {
  it('says durations in people’s units, and that it does not know', () => {
    expect([null, 0.42, 9.99, 12.4, 999, 1_234].map(durationText)).toEqual([
      '—',
      '0.4 毫秒',
      '10.0 毫秒',
      '12 毫秒',
      '999 毫秒',
      '1.2 秒',
    ]);
    expect([figureText(null), figureText(1_234), figureText(3, '%')]).toEqual(['—', '1,234', '3%']);
  });

  it('tells what needs somebody, and nothing when all is well', () => {
    const service = { title: '网关', state: 'up', stateName: '正常', reasons: [] };
    const well = {
      services: [service],
      subscriptions: [{ title: '读模型订阅', stateName: '实时', healthy: true, failures: 0 }],
      readModels: [{ title: '待办', state: 'serving' }],
    } as unknown as Monitor;
    expect(troubles(well)).toEqual([]);
    expect(
      troubles({
        ...well,
        services: [{ ...service, title: '命令服务', state: 'away', stateName: '无响应', reasons: ['没有应答'] }],
        subscriptions: [{ title: '读模型订阅', stateName: '中断，重试中', healthy: false, failures: 3 }],
        readModels: [{ title: '待办', state: 'stopped' }],
      } as unknown as Monitor),
    ).toEqual([
      '命令服务无响应：没有应答',
      '读模型订阅中断，重试中，已连续失败 3 次',
      '读模型“待办”已停止，页面上的相关数据不再更新',
    ]);
  });

  it('says when and where the last backup was made, and what to do about an old one or none', () => {
    const backup = { at: '2026-11-22 02:30:00', folder: '/srv/backup/1', bytes: 1, ageHours: 0 };
    expect([0, 5, 47].map((ageHours) => backupText({ ...backup, ageHours }))).toEqual([
      '上次备份：2026-11-22 02:30:00（不到 1 小时前），在 /srv/backup/1',
      '上次备份：2026-11-22 02:30:00（5 小时前），在 /srv/backup/1',
      '上次备份：2026-11-22 02:30:00（47 小时前），在 /srv/backup/1',
    ]);
    expect(backupText({ ...backup, ageHours: 75 })).toMatch(/（3 天前）.*已超过两天，请检查备份任务$/);
    expect(backupText(null)).toContain('没有 npm run backup 的记录');
  });

  it('draws gaps where nothing was known, and tables a row a minute, the newest first', () => {
    const history: History = { ...empty, at: [1_000, 2_000, 3_000], accepted: [1, null, 3] };
    expect(lineOf(history, 'accepted')).toEqual([
      [1_000, 1],
      [2_000, null],
      [3_000, 3],
    ]);
    expect(historyRows(history, ['accepted']).map((row) => row[1])).toEqual([3, '—', 1]);
    const hour = Array.from({ length: 720 }, (_, index) => index);
    const rows = historyRows({ ...empty, at: hour, accepted: hour }, ['accepted']);
    expect(rows).toHaveLength(60);
    expect(rows[0]?.[1]).toBe(719);
  });
});
